"""Make the grounds of maps in the sizes in use: `python -m pbem.report.ground MAP.json`."""

import json
from pathlib import Path

import click

from pbem.report.ground.make import make_ground
from pbem.report.svg import board_plan, hex_crop
from pbem.report.svg.action.crop import COLUMNS, PARTS
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.hexplan import map_size
from pbem.report.svg.base.plan import Crop, MapError
from pbem.report.svg.base.printed import ENDING, save_print


@click.command()
@click.argument("maps", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(maps: tuple[Path, ...]) -> None:
    """Write the grounds of MAPS beside them, one for each size that pictures have."""
    for path in maps:
        try:
            map_ = json.loads(path.read_text("utf-8"))
            scales = scales_of(map_)
            for size, scale in scales.items():
                target = path.with_suffix(f".{size}{ENDING}")
                save_print(target, make_ground(map_, scale), map_, scale)
                click.echo(f"{target}: {target.stat().st_size // 1000} kB")
        except (OSError, ValueError, MapError) as wrong:
            raise click.ClickException(f"{path}: {wrong}") from wrong


def scales_of(map_: dict[str, object]) -> dict[str, float]:
    """How many pixels a unit of the plane of a map has in each size of pictures. MapError for one that is no map."""
    plan = board_plan(map_)
    if isinstance(plan, AreaPlan):
        narrowest = min([part * plan.whole.width for part in PARTS] + [window.width for window in plan.windows])
        close = Crop(plan.whole.left, plan.whole.top, plan.whole.left + narrowest, plan.whole.bottom)
        return {"whole": plan.view.scale, "close": board_plan(map_, close).view.scale}
    columns, rows = map_size(map_)
    windows = {n: board_plan(map_, hex_crop(map_, 1, 1, n, rows)) for n in (*COLUMNS, columns) if n <= columns}
    return {f"{n:02d}": plan.view.scale for n, plan in windows.items()}


if __name__ == "__main__":
    main()
