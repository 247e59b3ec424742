"""The learning rate over a run."""

from __future__ import annotations

import math

from .config import Training


def learning_rate(progress: float, settings: Training) -> float:
    """The rate at ``progress`` (0 … 1): a linear warm-up, then a cosine to nothing or a plateau and a decay.

    The decay is 1 - sqrt(t) (Hägele et al. 2024, "Scaling laws and compute-optimal training beyond fixed training
    durations", section 3).
    """
    if progress < settings.warmup:
        return settings.learning_rate * (progress + 1e-3) / settings.warmup
    if settings.schedule == "wsd":
        rest = (progress - (1 - settings.decay)) / settings.decay
        return settings.learning_rate * (1 - math.sqrt(min(1.0, max(0.0, rest))))
    rest = (progress - settings.warmup) / (1 - settings.warmup)
    return settings.learning_rate * 0.5 * (1 + math.cos(math.pi * min(1.0, rest)))
