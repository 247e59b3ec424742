"""Several processes for one training step."""

from __future__ import annotations

import multiprocessing
import os
import sys

import pytest
import torch

from indic_tf.errors import ModelError
from indic_tf.training.crew import Crew

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks")

BATCHES = [torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0, -1.0]]), torch.tensor([[0.5, 0.5]])]


def crew_of(count: int) -> tuple[torch.nn.Linear, Crew[torch.Tensor]]:
    torch.manual_seed(1)
    model = torch.nn.Linear(2, 1)

    def gradient(batch: torch.Tensor) -> torch.Tensor:
        loss: torch.Tensor = model(batch).square().mean()
        torch.autograd.backward(loss)
        return loss.detach()

    return model, Crew(model, gradient, count)


def slope(model: torch.nn.Linear) -> torch.Tensor:
    assert model.weight.grad is not None
    return model.weight.grad


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_step_leaves_the_mean_gradient_and_every_process_sees_the_weights_move(count: int) -> None:
    model, crew = crew_of(count)
    batches = BATCHES[: count + 1]
    for _ in range(3):  # weights move between steps
        model.zero_grad()
        loss = crew.step(batches)
        found = slope(model).clone()
        model.zero_grad()
        wanted = torch.stack([model(batch).square().mean() for batch in batches]).mean()
        torch.autograd.backward(wanted)
        assert loss == pytest.approx(wanted.item())
        assert torch.allclose(found, slope(model))
        with torch.no_grad():
            model.weight -= 0.1 * slope(model)
    crew.close()


def test_weights_that_no_batch_of_this_process_reaches_learn_from_the_others() -> None:
    models = [torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)]

    def gradient(batch: torch.Tensor) -> torch.Tensor:
        reached = models[0] if batch.item() < 3 else models[1]
        loss: torch.Tensor = reached(batch).sum()
        torch.autograd.backward(loss)
        return loss.detach()

    crew = Crew(torch.nn.ModuleList(models), gradient, 1)
    crew.step([torch.tensor([[2.0]]), torch.tensor([[4.0]])])
    assert [slope(model).item() for model in models] == pytest.approx([1.0, 2.0])
    crew.close()


def test_frozen_weights_get_no_gradient() -> None:
    model = torch.nn.ModuleList([torch.nn.Linear(1, 1, bias=False), torch.nn.Linear(1, 1, bias=False)])
    model[0].requires_grad_(False)

    def gradient(batch: torch.Tensor) -> torch.Tensor:
        loss: torch.Tensor = model[1](model[0](batch)).sum()
        torch.autograd.backward(loss)
        return loss.detach()

    crew = Crew(model, gradient, 1)
    crew.step([torch.tensor([[2.0]]), torch.tensor([[4.0]])])
    assert [p.grad is None for p in model.parameters()] == [True, False]
    crew.close()


def test_a_process_that_dies_ends_the_run_with_an_error() -> None:
    model = torch.nn.Linear(1, 1)

    def gradient(batch: torch.Tensor) -> torch.Tensor:
        if batch.item():
            os._exit(9)
        return torch.tensor(0.0)

    crew = Crew(model, gradient, 1)
    with pytest.raises(ModelError, match="--resume"):
        crew.step([torch.tensor(0), torch.tensor(1)])


def test_closing_ends_the_processes() -> None:
    before = set(multiprocessing.active_children())
    _, crew = crew_of(2)
    started = set(multiprocessing.active_children()) - before
    assert len(started) == 2
    crew.close()
    for process in started:
        process.join(10)
        assert process.exitcode == 0
