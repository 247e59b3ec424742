"""A column formatted by Spark: a pandas UDF, one formatter a Python worker.

spark-submit docs/examples/spark_udf.py IN.jsonl OUT
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pandas as pd
from pyspark.sql import SparkSession
from pyspark.sql.functions import pandas_udf
from pyspark.sql.types import StringType


@pandas_udf(StringType())
def formatted(batches: Iterator[pd.Series]) -> Iterator[pd.Series]:
    """The written form of each text; one that cannot be formatted comes out as it was."""
    from indic_tf import IndicFormatter
    from indic_tf.tagging import threads

    threads.choose(1)  # as many as spark.task.cpus
    formatter = IndicFormatter("hi")
    for batch in batches:
        texts = batch.fillna("").tolist()
        written = [str(made) for made in formatter.map(texts, on_error=lambda index, text, error: None)]
        yield pd.Series(written, index=batch.index).where(batch.notna(), None)


def main(source: str, target: str) -> None:
    """Format the column ``text`` of JSON lines."""
    spark = SparkSession.builder.appName("indic-tf").getOrCreate()
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 1024)
    records = spark.read.json(source)
    records.withColumn("text", formatted("text")).write.mode("overwrite").json(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
