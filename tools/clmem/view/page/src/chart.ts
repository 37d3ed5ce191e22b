// The chart of live and reserved bytes over time.

import uPlot from 'uplot';
import { theme, type Theme } from './colours.ts';
import type { CurveName } from './recording.ts';
import { samplesOf, thinned } from './samples.ts';
import type { State } from './state.ts';
import * as words from './words.ts';

const CURVES: CurveName[] = ['live', 'driver', 'reserved']; // the last one lies on top
const DRAG = 4; // pixels; less is a click
const BAND = 14; // pixels of a row of ranges

type Pen = CanvasRenderingContext2D;

// "512 MiB", "1.5 s": without zeros at the end.
function short(text: string): string {
    return text.includes('.') ? text.replace(/[.]?0+(?= )/, '') : text;
}

export class Chart {
    private plot: uPlot | null = null;
    private colours: Theme = theme();
    private primitives = 0;

    constructor(
        private readonly place: HTMLElement,
        private readonly state: State,
        private readonly point: (position: number | null) => void,
    ) {}

    // From nothing: its size or its colours are others.
    rebuild(): void {
        this.plot?.destroy();
        this.colours = theme();
        const width = Math.max(200, this.place.clientWidth);
        this.plot = new uPlot(this.options(width), this.data(width), this.place);
        this.listen(this.plot);
    }

    redraw(): void {
        if (this.plot === null || this.place.clientWidth !== this.plot.width) this.rebuild();
        else this.plot.setData(this.data(this.plot.width));
    }

    // Only the lines over the curves are others.
    redrawMarks(): void {
        if (this.plot === null) this.rebuild();
        else this.plot.redraw(false);
    }

    private data(width: number): uPlot.AlignedData {
        const samples = samplesOf(this.state, CURVES, Math.max(1, Math.floor(width)));
        this.primitives = samples.reduce((sum, each) => sum + each.length, 0) - samples[0]!.length;
        return samples as unknown as uPlot.AlignedData;
    }

    private options(width: number): uPlot.Options {
        const { state, colours } = this;
        const axis = {
            stroke: colours.soft,
            grid: { stroke: colours.grid, width: 1 },
            ticks: { stroke: colours.grid },
        };
        const place = (value: number) => (state.byTime ? short(words.time(value)) : words.count(value));
        return {
            width,
            height: 320,
            legend: { show: false },
            cursor: { drag: { x: true, y: false, setScale: false }, points: { show: false }, y: false },
            scales: {
                x: { time: false, range: () => [state.begin, state.end] },
                y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] },
            },
            axes: [
                { ...axis, values: (_, ticks) => ticks.map(place), space: 90 },
                {
                    ...axis,
                    values: (_, ticks) => ticks.map((value) => short(words.bytes(value))),
                    size: 76,
                    incrs: Array.from({ length: 61 }, (_, at) => 2 ** at),
                },
            ],
            series: [
                {},
                { label: 'live', stroke: colours.live, fill: colours.liveFill, width: 1, points: { show: false } },
                {
                    label: 'driver',
                    show: this.hasOutside(),
                    stroke: colours.driver,
                    width: 1.2,
                    dash: [6, 4],
                    points: { show: false },
                },
                { label: 'reserved', stroke: colours.reserved, width: 1.6, points: { show: false } },
            ],
            hooks: { draw: [(plot) => this.drawOver(plot)], setSelect: [(plot) => this.zoomTo(plot)] },
        };
    }

    // Otherwise the driver's curve is that of the pools.
    hasOutside(): boolean {
        const { levels, end } = this.state.recording;
        return levels.outside.maximum(0, end + 1) > 0;
    }

    private listen(plot: uPlot): void {
        const { state } = this;
        const placeAt = (event: MouseEvent) =>
            plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x');
        let pressed = 0;
        plot.over.addEventListener('mousedown', (event) => (pressed = event.clientX));
        plot.over.addEventListener('click', (event) => {
            if (Math.abs(event.clientX - pressed) < DRAG) state.select(state.positionOf(placeAt(event)));
        });
        plot.over.addEventListener('dblclick', () => state.zoom(0, state.last));
        plot.over.addEventListener('mousemove', (event) => this.point(state.positionOf(placeAt(event))));
        plot.over.addEventListener('mouseleave', () => this.point(null));
        plot.over.addEventListener(
            'wheel',
            (event) => {
                event.preventDefault();
                const length = state.end - state.begin;
                if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
                    const move = (Math.sign(event.deltaX || event.deltaY) * length) / 10;
                    state.zoom(state.begin + move, state.end + move);
                } else {
                    state.zoomAt(placeAt(event), event.deltaY > 0 ? 1.25 : 0.8);
                }
            },
            { passive: false },
        );
    }

    private zoomTo(plot: uPlot): void {
        const { left, width } = plot.select;
        if (width < DRAG) return;
        const [begin, end] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')];
        plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        this.state.zoom(begin, end);
    }

    // ---- over the curves: what happened, and what is selected ------------------------------------------------------

    private drawOver(plot: uPlot): void {
        const { ctx: pen, bbox } = plot;
        const before = this.primitives;
        pen.save();
        pen.beginPath();
        pen.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        pen.clip();
        pen.font = `${11 * devicePixelRatio}px ${getComputedStyle(document.body).fontFamily}`;
        this.drawTicks(plot, pen);
        this.drawRanges(plot, pen);
        this.drawShortages(plot, pen);
        this.drawSelected(plot, pen);
        pen.restore();
        this.state.drawn.chart = this.primitives;
        this.primitives = before;
    }

    private line(
        plot: uPlot,
        pen: Pen,
        place: number,
        colour: string,
        from: number,
        to: number,
        dash: number[] = [],
    ): number {
        const x = Math.round(plot.valToPos(place, 'x', true));
        pen.strokeStyle = colour;
        pen.lineWidth = devicePixelRatio;
        pen.setLineDash(dash.map((each) => each * devicePixelRatio));
        pen.beginPath();
        pen.moveTo(x, from);
        pen.lineTo(x, to);
        pen.stroke();
        this.primitives++;
        return x;
    }

    private text(pen: Pen, text: string, x: number, y: number, colour: string, limit: number): void {
        pen.fillStyle = colour;
        pen.textAlign = x > limit ? 'right' : 'left';
        pen.fillText(text, x + (x > limit ? -4 : 4) * devicePixelRatio, y);
        this.primitives++;
    }

    // At the bottom: slabs that were taken, and trims.
    private drawTicks(plot: uPlot, pen: Pen): void {
        const { state, colours } = this;
        const { slabs, data } = state.recording;
        const bottom = plot.bbox.top + plot.bbox.height;
        const length = 8 * devicePixelRatio;
        const grown = Array.from(slabs.taken, (position): [number, null] => [state.placeOf(position), null]);
        for (const [place] of thinned(grown, state.begin, state.end, plot.width)) {
            this.line(plot, pen, place, colours.reserved, bottom - length, bottom);
        }
        const trims = data.trims.map((each): [number, null] => [state.placeOf(each.position), null]);
        for (const [place] of thinned(trims, state.begin, state.end, plot.width)) {
            this.line(plot, pen, place, colours.trim, bottom - 2 * length, bottom);
        }
    }

    // At the top: the program's ranges, in rows by how they nest, and its marks.
    private drawRanges(plot: uPlot, pen: Pen): void {
        const { state, colours } = this;
        if (!state.byTime) return;
        const { top, left, width, height } = plot.bbox;
        const limit = left + width * 0.85;
        const taken = new Set<string>();
        const ends: number[] = [];
        for (const range of state.recording.data.ranges) {
            if (range.end_ns < state.begin || range.begin_ns > state.end) continue;
            const from = Math.max(left, plot.valToPos(range.begin_ns, 'x', true));
            const to = Math.min(left + width, plot.valToPos(range.end_ns, 'x', true));
            let row = ends.findIndex((end) => end <= range.begin_ns);
            if (row < 0) row = ends.length;
            if (!range.is_mark) ends[row] = range.end_ns;
            const key = `${range.is_mark ? 'mark' : row} ${Math.floor(from)}`;
            if (row > 5 || taken.has(key)) continue;
            taken.add(key);
            if (range.is_mark) {
                const x = this.line(plot, pen, range.begin_ns, colours.mark, top, top + height, [2, 3]);
                this.text(pen, range.name, x, top + height - 20 * devicePixelRatio, colours.mark, limit);
                continue;
            }
            pen.fillStyle = colours.mark;
            pen.globalAlpha = 0.25;
            const y = top + row * BAND * devicePixelRatio;
            pen.fillRect(from, y, Math.max(1, to - from), (BAND - 2) * devicePixelRatio);
            pen.globalAlpha = 1;
            this.primitives++;
            if (to - from > 40 * devicePixelRatio) {
                const shown = Math.floor((to - from) / (7 * devicePixelRatio));
                this.text(pen, range.name.slice(0, shown), from, y + 10 * devicePixelRatio, colours.ink, Infinity);
            }
        }
    }

    private drawShortages(plot: uPlot, pen: Pen): void {
        const { state, colours } = this;
        const shortages = state.recording.data.shortages.map((each): [number, null] => [
            state.placeOf(each.position),
            null,
        ]);
        for (const [place] of thinned(shortages, state.begin, state.end, plot.width)) {
            const { top, height } = plot.bbox;
            const x = this.line(plot, pen, place, colours.shortage, top, top + height);
            this.text(
                pen,
                'failed',
                x,
                top + 12 * devicePixelRatio,
                colours.shortage,
                plot.bbox.left + plot.bbox.width - 60,
            );
        }
    }

    private drawSelected(plot: uPlot, pen: Pen): void {
        const { state, colours } = this;
        const { recording } = state;
        const { top, height, left, width } = plot.bbox;
        const limit = left + width * 0.8;
        const peak = plot.valToPos(state.placeOf(recording.peak), 'x', true);
        const y = plot.valToPos(recording.curves.live[recording.peak]!, 'y', true);
        pen.fillStyle = colours.peak;
        pen.beginPath();
        pen.arc(peak, y, 4 * devicePixelRatio, 0, 2 * Math.PI);
        pen.fill();
        this.text(
            pen,
            `peak ${words.bytes(recording.curves.live[recording.peak]!)}`,
            peak,
            y - 6 * devicePixelRatio,
            colours.peak,
            limit,
        );
        if (state.compared !== null) {
            this.line(plot, pen, state.placeOf(state.compared), colours.soft, top, top + height, [6, 4]);
        }
        this.line(plot, pen, state.placeOf(state.position), colours.ink, top, top + height);
    }
}
