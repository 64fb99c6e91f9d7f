"""Every name on the map: seas on plates, cities beside their boxes, land areas where they fit."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbm.maps.data.atlas import Atlas
from pbm.maps.data.page import MapPage
from pbm.maps.data.relief import Landmark
from pbm.maps.geometry import Box, box_about
from pbm.maps.land import landscape
from pbm.maps.letters.labels import Block, Placed, Row, free, place_near, place_within
from pbm.maps.letters.typeface import text_width
from pbm.maps.letters.waters import BESIDE, Course, Waters, lone_areas, no_trouble, sampled
from pbm.maps.mapdata import CITY, LAND, SEA, Area
from pbm.maps.marks.mask import Mask
from pbm.maps.marks.signs import SIGN_SIZE, city_box, city_sign, diamond, lozenge, sign_shape
from pbm.maps.scene import Item, Text

PLATE = (6.0, 3.2)  # room round the text of a sea's plate
HALO = 1.3
LEAD_GAP = 1.5  # between a sign and the code it stands before
PORT = 3.0  # room kept for the end of a sea route
CRAMPED = 0.99  # share of a name that must lie on an island, or it goes to sea
SIDES = ("right", "left", "bottom", "top")


@dataclass
class Names:
    """What is drawn over the land, and the boxes it takes."""

    atlas: Atlas
    page: MapPage
    colours: Mapping[str, str]
    boxes: dict[str, Box]
    ports: list[Box]
    items: list[Item] = field(default_factory=list)
    placed: dict[str, Placed] = field(default_factory=dict)
    """The names of land areas, as they were broken."""

    def taken(self) -> list[Box]:
        """All boxes so far, and the ends of the sea routes."""
        return [*self.boxes.values(), *self.ports]

    def visible(self, box: Box) -> bool:
        """Whether a label can be drawn whole."""
        return box.within(self.page.inner)

    def add_sea(self, area: Area) -> None:
        """A plate with code and name."""
        letters, palette = self.atlas.style.letters, self.atlas.style.palette
        rows = (Row(area.code, letters.sea_code, palette.route), Row(area.name, letters.sea_name, palette.route))
        block, centre = Block(rows), self.page.at(area.label_at or area.at)
        box = box_about(centre, block.width + 2 * PLATE[0], block.height + 2 * PLATE[1])
        if self.visible(box):
            self.boxes[area.code] = box
            self.items.append(lozenge(box, palette, self.colours.get(area.code, "")))
            self.items += block.texts(centre, "", 0.0)

    def add_caption(self, name: str, placed: Placed) -> None:
        """Words that name no area."""
        if self.visible(placed.box):
            self.boxes[name] = placed.box
            self.items += placed.block.texts(placed.centre, "", 0.0)

    def add_landmark(self, name: str, landmark: Landmark) -> None:
        """A sign that names no area."""
        at, palette = self.page.at(landmark.at), self.atlas.style.palette
        if self.visible(box := city_box(at, landmark.size)):
            self.boxes[name] = box
            self.items.append(sign_shape(landmark.sign, at, landmark.size / SIGN_SIZE, palette.ink, palette.paper))

    def add_city_sign(self, area: Area) -> None:
        """The box of a city."""
        at = self.page.at(area.at)
        box, size = city_box(at, self.atlas.style.city_size), self.atlas.style.city_size
        if self.visible(box):
            self.boxes[f"{area.code} sign"] = box
            palette, fill = self.atlas.style.palette, self.colours.get(area.code, "")
            if area.sign:
                self.items.append(sign_shape(area.sign, at, size / SIGN_SIZE, fill or palette.ink, palette.paper))
            else:
                self.items += city_sign(at, size, palette, area.code in self.atlas.marked, fill)

    def add_city_name(self, area: Area, masks: Mapping[str, Mask]) -> None:
        """The code of a city on the side the map wants, or on the first that is free."""
        if f"{area.code} sign" not in self.boxes:
            return
        for side in (area.side, *SIDES):
            text, box = self.beside_city(area, side, masks)
            others = [other for key, other in self.boxes.items() if key != f"{area.code} sign"]
            if free(box.grown(-1.0), [*others, *self.ports]):
                self.boxes[area.code] = box
                self.items.append(text)
                return

    def beside_city(self, area: Area, side: str, masks: Mapping[str, Mask]) -> tuple[Text, Box]:
        """A city's code at one side of its box."""
        lettering, (x, y) = self.atlas.style.letters.city, self.page.at(area.at)
        width, height = text_width(area.code, lettering.face, lettering.size), lettering.size * 0.7
        step = self.atlas.style.city_size / 2 + 1.6
        across = {"right": step + width / 2, "left": -step - width / 2}.get(side, 0.0)
        down = {"bottom": step + height / 2, "top": -step - height / 2}.get(side, 0.0)
        box = box_about((x + across, y + down), width, height)
        share, below = max(((mask.share_inside(box), code) for code, mask in masks.items()), default=(0.0, ""))
        palette = self.atlas.style.palette
        halo, ink = self.colours[below] if share > 0.3 else palette.sea, palette.accent
        at = (x + across, y + down + height / 2)
        return Text(at, area.code, lettering.face, lettering.size, ink, "middle", halo, HALO), box

    def blocks(self, area: Area) -> list[Block]:
        """Code and name; a name of two words may be broken."""
        letters, palette = self.atlas.style.letters, self.atlas.style.palette
        name = area.label or area.name
        value = f"\N{NO-BREAK SPACE}{area.value}" if self.atlas.style.values and area.value is not None else ""
        code = Row(area.code, letters.code, palette.ink)
        breaks = [[name + value], (name + value).rsplit(" ", 1)] if " " in name else [[name + value]]
        lead = 2 * self.atlas.style.mark_size + LEAD_GAP if area.code in self.atlas.marked else 0.0
        return [Block((code, *(Row(part, letters.name, palette.ink) for part in parts)), lead) for parts in breaks]

    def add_land(self, area: Area, mask: Mask, waters: Waters) -> None:
        """Code and name of a land area, at the place given, within the area, or at sea beside it."""
        blocks = self.blocks(area)
        if area.label_at:
            wanted = self.page.at(area.label_at, area.code)
            trouble = no_trouble if mask.depth_at(wanted) else waters.trouble
            found = place_near(blocks[0], wanted, self.taken(), self.page.inner, trouble)
        else:
            found = place_within(blocks, mask, self.taken(), self.page.inner)
            if area.code in waters.islands and not (found and roomy(found, mask)):
                found = waters.place_beside(blocks, mask.box, self.taken()) or found
        if found:
            self.write_land(area, found, self.ground(area, mask, found.box))

    def ground(self, area: Area, mask: Mask, box: Box) -> str:
        """The colour of the halo: that of the land a name stands on, or of the sea."""
        return self.colours[area.code] if mask.share_inside(box) > 0.5 else self.atlas.style.palette.sea

    def write_land(self, area: Area, placed: Placed, ground: str) -> None:
        """A name in its place, with a diamond before the code of a marked area."""
        block, centre = placed
        self.boxes[area.code] = placed.box
        self.placed[area.code] = placed
        self.items += block.texts(centre, ground, HALO)
        if area.code in self.atlas.marked:
            half = self.atlas.style.mark_size
            at = (centre[0] - block.rows[0].width / 2 - LEAD_GAP - half, placed.box.top + 4.0)
            self.items.append(diamond(at, half, self.atlas.style.palette))


def roomy(placed: Placed, mask: Mask) -> bool:
    """Whether a name stands on its island with some land all round."""
    return mask.share_inside(placed.box.grown(BESIDE)) >= CRAMPED


def write_names(
    atlas: Atlas,
    page: MapPage,
    colours: Mapping[str, str],
    masks: Mapping[str, Mask],
    drawn: list[Course],
    panels: Mapping[str, Box],
) -> Names:
    """All names, those with the least choice first."""
    names = Names(atlas, page, colours, dict(panels), [box_about(line[-1], PORT, PORT) for line in drawn])
    waters = Waters(masks, [point for line in drawn for point in sampled(line)], page.inner, lone_areas(atlas))
    for area in atlas.map.of_kind(SEA):
        names.add_sea(area)
    for number, words in enumerate(atlas.relief.caption):
        names.add_caption(f"caption {number}", landscape.caption(words, atlas, page))
    for number, landmark in enumerate(atlas.relief.landmark):
        names.add_landmark(f"landmark {number}", landmark)
    cities = atlas.map.of_kind(CITY)
    for area in cities:
        names.add_city_sign(area)
    for area in cities:
        names.add_city_name(area, masks)
    lands = [area for area in atlas.map.of_kind(LAND) if area.code in masks]
    for area in sorted(lands, key=lambda area: (area.label_at is None, masks[area.code].sums[-1][-1])):
        names.add_land(area, masks[area.code], waters)
    return names
