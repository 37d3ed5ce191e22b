// The map of slabs with their blocks at an instant.

import { distinct, ofAge, theme } from './colours.ts';
import { sized } from './dom.ts';
import type { Recording } from './recording.ts';
import type { State } from './state.ts';

export const COLOURINGS = ['tag', 'stack', 'queue', 'state', 'age'] as const;
export type Colouring = (typeof COLOURINGS)[number];

const ROW = 22; // pixels, with the gap
const GAP = 4;
const LABEL = 86; // pixels, left of the slabs
const HEIGHT = 440;
const BORDER = 2; // above and below

export interface SlabRow {
    slab: number;
    blocks: number[]; // ordered by offset
}

// What has memory at a position: the slabs in their order, and the blocks in each.
export function slabsAt(recording: Recording, position: number): SlabRow[] {
    const { slabs, blocks } = recording;
    const rows = new Map<number, SlabRow>();
    for (let slab = 0; slab < slabs.count; slab++) {
        if (slabs.taken[slab]! <= position && position < slabs.returned[slab]!) rows.set(slab, { slab, blocks: [] });
    }
    for (let block = 0; block < blocks.count; block++) {
        if (recording.hasMemory(block, position)) rows.get(blocks.slab[block]!)?.blocks.push(block);
    }
    for (const row of rows.values()) row.blocks.sort((a, b) => blocks.offset[a]! - blocks.offset[b]!);
    return [...rows.values()];
}

export class SlabMap {
    colouring: Colouring = 'tag';
    chosen: number | null = null; // block
    private rows: SlabRow[] = [];
    private largest = 1; // bytes of a slab
    private width = 1;
    private readonly canvas = document.createElement('canvas');
    private readonly room = document.createElement('div'); // as high as all rows

    constructor(
        private readonly place: HTMLElement, // which scrolls
        private readonly state: State,
        choose: (block: number | null) => void,
    ) {
        this.room.append(this.canvas);
        place.append(this.room);
        place.addEventListener('scroll', () => this.draw());
        this.canvas.addEventListener('click', (event) => choose(this.blockAt(event.offsetX, event.offsetY)));
        this.canvas.addEventListener('mousemove', (event) => {
            const block = this.blockAt(event.offsetX, event.offsetY);
            this.canvas.title = block === null ? '' : this.titleOf(block);
        });
    }

    redraw(rows: SlabRow[]): void {
        this.rows = rows;
        const { slabs } = this.state.recording;
        this.largest = rows.reduce((most, row) => Math.max(most, slabs.bytes[row.slab]!), 1);
        const height = rows.length * ROW + GAP;
        this.room.style.height = `${height}px`;
        this.place.style.height = `${Math.min(HEIGHT, height) + BORDER}px`;
        this.draw();
    }

    private titleOf(block: number): string {
        const { data, blocks } = this.state.recording;
        return `${data.tags[blocks.tag[block]!]}, ${blocks.requested[block]!.toLocaleString('en-US')} bytes`;
    }

    private pixels(bytes: number): number {
        return (bytes / this.largest) * Math.max(1, this.width - LABEL - GAP);
    }

    private blockAt(x: number, y: number): number | null {
        const row = this.rows[Math.floor((y + this.place.scrollTop) / ROW)];
        if (row === undefined) return null;
        const { blocks } = this.state.recording;
        const hit = (block: number, spread: number) => {
            const from = LABEL + this.pixels(blocks.offset[block]!);
            return from - spread <= x && x < from + this.pixels(blocks.given[block]!) + spread;
        };
        return row.blocks.find((block) => hit(block, 0)) ?? row.blocks.find((block) => hit(block, 1)) ?? null;
    }

    // Only the rows in sight, and in each at most one rectangle for a column of pixels.
    private draw(): void {
        const top = this.place.scrollTop;
        const height = this.place.clientHeight;
        const { pen, width } = sized(this.canvas, height);
        this.width = width;
        this.canvas.style.transform = `translateY(${top}px)`;
        pen.clearRect(0, 0, width, height);
        pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
        const colours = theme();
        let drawn = 0;
        const last = Math.min(this.rows.length, Math.ceil((top + height) / ROW) + 1);
        for (let at = Math.floor(top / ROW); at < last; at++) {
            const row = this.rows[at]!;
            const y = at * ROW - top + GAP;
            const { slabs } = this.state.recording;
            pen.fillStyle = colours.soft;
            pen.fillText(`slab ${slabs.number[row.slab]}`, 4, y + 13);
            pen.fillStyle = colours.hole;
            pen.fillRect(LABEL, y, Math.max(1, this.pixels(slabs.bytes[row.slab]!)), ROW - GAP);
            drawn += 2 + this.drawBlocks(pen, row, y);
        }
        this.state.drawn.map = drawn;
    }

    private drawBlocks(pen: CanvasRenderingContext2D, row: SlabRow, y: number): number {
        const { recording, position } = this.state;
        const { blocks } = recording;
        const colours = theme();
        let drawn = 0;
        let column = -1;
        for (const block of row.blocks) {
            const from = this.pixels(blocks.offset[block]!);
            const size = this.pixels(blocks.given[block]!);
            if (size < 1 && Math.floor(from) === column && block !== this.chosen) continue;
            column = Math.floor(from);
            const x = LABEL + from;
            const isPending = !recording.isLive(block, position);
            pen.globalAlpha = isPending ? 0.45 : 1;
            pen.fillStyle = this.colourOf(block, colours.isDark);
            // A gap of a pixel keeps neighbours apart that have the same colour.
            pen.fillRect(x, y, Math.max(1, size > 3 ? size - 1 : size), ROW - GAP);
            drawn++;
            pen.globalAlpha = 1;
            if (isPending && size > 3) {
                pen.strokeStyle = colours.ink;
                pen.setLineDash([3, 2]);
                pen.strokeRect(x + 0.5, y + 0.5, size - 2, ROW - GAP - 1);
                pen.setLineDash([]);
                drawn++;
            }
            if (block === this.chosen) {
                pen.strokeStyle = colours.ink;
                pen.lineWidth = 2;
                pen.strokeRect(x - 1, y - 1, Math.max(3, size) + 1, ROW - GAP + 2);
                pen.lineWidth = 1;
                drawn++;
            }
        }
        return drawn;
    }

    colourOf(block: number, isDark: boolean): string {
        const { recording, position } = this.state;
        const { blocks } = recording;
        switch (this.colouring) {
            case 'tag':
                return distinct(blocks.tag[block]!, isDark);
            case 'stack':
                return distinct(blocks.stack[block]!, isDark);
            case 'queue':
                return distinct(blocks.queue[block]!, isDark);
            case 'state':
                return distinct(recording.isLive(block, position) ? 1 : 3, isDark);
            case 'age': {
                // By the logarithm, since most blocks are young.
                const age = recording.timeAt(position) - recording.timeAt(blocks.allocated[block]!);
                const whole = Math.log1p(Math.max(1, recording.timeAt(position)));
                return ofAge(Math.log1p(Math.max(0, age)) / whole, isDark);
            }
        }
    }
}
