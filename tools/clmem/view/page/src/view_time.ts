// Over time: the chart, what is under the pointer, and the figures of the whole recording.

import { Chart } from './chart.ts';
import { choices, element, keyOf, showTable, type Row } from './dom.ts';
import { poolFigures } from './pools.ts';
import { IS_HIT, IS_OUTSIDE, NEVER, WAS_THERE, type CurveName, type Recording } from './recording.ts';
import type { Change, State } from './state.ts';
import { bytesCell, countCell } from './tables.ts';
import * as words from './words.ts';
import type { View } from './view.ts';

export class TimeView implements View {
    readonly name = 'time';
    readonly title = 'Over time';
    private readonly chart: Chart;
    private readonly axis = element('div');
    private readonly legend = element('p', { class: 'legend' });
    private readonly under = element('div');
    private readonly figures = element('div');
    private readonly pools = element('div');
    private readonly calls = element('div');
    private shown: Recording | null = null;

    constructor(
        place: HTMLElement,
        private readonly state: State,
    ) {
        const drawing = element('div', {
            class: 'chart',
            role: 'img',
            'aria-label': 'Live and reserved bytes over time; the figures are in the tables below',
        });
        this.chart = new Chart(drawing, state, (position) => this.point(position));
        const help = element(
            'p',
            { class: 'help' },
            'Wheel or + and - zoom, dragging selects a part, a double click or 0 shows all. A click or the arrow keys select an instant; P selects the peak.',
        );
        const columns = element('div', { class: 'columns' }, this.under, this.figures);
        place.append(this.axis, drawing, this.legend, help, columns, this.pools, this.calls);
    }

    show(change: Change): void {
        const { state } = this;
        if (this.shown !== state.recording) {
            this.shown = state.recording;
            this.showAxis();
            this.showLegend();
            this.showFigures();
            this.showPools();
            this.showCalls();
            this.chart.rebuild();
        } else if (change === 'theme') this.chart.rebuild();
        else if (change === 'position') this.chart.redrawMarks();
        else this.chart.redraw();
        this.point(null);
    }

    private showAxis(): void {
        this.axis.replaceChildren();
        if (!this.state.recording.hasTimes) return;
        const chosen = this.state.byTime ? 'time' : 'events';
        this.axis.append(choices('Axis', ['time', 'events'], chosen, (name) => this.state.chooseAxis(name === 'time')));
    }

    // Only what the recording has.
    private showLegend(): void {
        const { data, slabs } = this.state.recording;
        const hasOutside = this.chart.hasOutside();
        const entries: [string, string, boolean][] = [
            ['live', 'live: allocated by the program', true],
            ['reserved', 'reserved: slabs of the pools', true],
            ['driver', 'driver: reserved, and outside the pools', hasOutside],
            ['slab', 'below: slabs taken', slabs.count > 0],
            ['trim', 'below, longer: trims', data.trims.length > 0],
            ['shortage', 'failed allocation', data.shortages.length > 0],
            ['mark', 'ranges and marks of the program', data.ranges.length > 0],
        ];
        this.legend.replaceChildren();
        for (const [name, text, isThere] of entries) if (isThere) this.legend.append(keyOf(text, `key-${name}`), ' ');
    }

    // NULL: no pointer, so the selected instant.
    private point(position: number | null): void {
        const { recording, position: selected } = this.state;
        const at = position ?? selected;
        const of = (name: CurveName) => bytesCell(recording.curves[name][at]!);
        const now = recording.timeAt(at);
        const around = recording.data.ranges.filter(
            (each) => !each.is_mark && each.begin_ns <= now && now <= each.end_ns,
        );
        const rows: Row[] = [
            { name: 'time', cells: ['time', words.time(now)] },
            { name: 'event', cells: ['after event', countCell(at)] },
            { name: 'live', cells: ['live', of('live')] },
            { name: 'reserved', cells: ['reserved', of('reserved')] },
            { name: 'waiting', cells: ['freed, commands pending', of('waiting')] },
            { name: 'driver', cells: ['driver', of('driver')] },
        ];
        if (around.length > 0)
            rows.push({
                name: 'ranges',
                cells: [
                    'range of the program',
                    around
                        .slice(-4)
                        .map((each) => each.name)
                        .join(' > '),
                ],
            });
        const caption = position === null ? 'At the selected instant' : 'Under the pointer';
        showTable(this.under, { id: 'under-pointer', caption, head: ['figure', 'value'], rows });
    }

    private showFigures(): void {
        const { recording } = this.state;
        const { blocks, curves, end } = recording;
        const counts = { allocations: 0, hits: 0, frees: 0, live: 0 };
        for (let block = 0; block < blocks.count; block++) {
            const flags = blocks.flags[block]!;
            if ((flags & IS_OUTSIDE) !== 0) continue;
            const isNew = (flags & WAS_THERE) === 0;
            if (isNew) counts.allocations++;
            if (isNew) counts.hits += flags & IS_HIT;
            if (blocks.freed[block] === NEVER) counts.live++;
            else if (blocks.freed[block]! > 0) counts.frees++;
        }
        const peak = (name: CurveName) => bytesCell(curves[name][recording.peakOf(name)]!);
        const when = (name: CurveName) => {
            const at = recording.peakOf(name);
            return curves[name][at] === 0 ? '' : words.time(recording.timeAt(at));
        };
        const row = (name: string, text: string, of: CurveName): Row => ({ name, cells: [text, peak(of), when(of)] });
        const counted = (name: string, text: string, value: number): Row => ({
            name,
            cells: [text, countCell(value), ''],
        });
        const rows = [
            row('peak_live', 'peak live', 'live'),
            row('peak_reserved', 'peak reserved', 'reserved'),
            row('peak_waiting', 'peak freed, commands pending', 'waiting'),
            row('peak_outside', 'peak outside the pools', 'outside'),
            { name: 'end_live', cells: ['live at the end', bytesCell(curves.live[end]!), ''] },
            { name: 'end_reserved', cells: ['reserved at the end', bytesCell(curves.reserved[end]!), ''] },
            counted('allocations', 'allocations', counts.allocations),
            counted('hits', 'hits', counts.hits),
            counted('frees', 'frees', counts.frees),
            counted('live_blocks', 'blocks live at the end', counts.live),
        ];
        showTable(this.figures, {
            id: 'figures',
            caption: 'The whole recording',
            head: ['figure', 'value', 'at'],
            rows,
        });
    }

    private showPools(): void {
        const { recording } = this.state;
        const all = poolFigures(recording);
        const rows = recording.data.pools.map((pool, at) => ({
            name: String(pool.number),
            cells: [
                String(pool.number),
                bytesCell(all[at]!.peakLive),
                bytesCell(all[at]!.peakReserved),
                countCell(all[at]!.allocations),
                bytesCell(all[at]!.live),
                pool.memory,
            ],
        }));
        const head = ['pool', 'peak live', 'peak reserved', 'allocations', 'live at the end', 'memory'];
        showTable(this.pools, { id: 'pools', caption: 'Pools', head, rows, empty: 'The recording has no pool.' });
    }

    private showCalls(): void {
        const rows = Object.entries(this.state.recording.data.calls)
            .filter(([, of]) => of.count > 0)
            .map(([name, of]) => ({
                name,
                cells: [name.replaceAll('_', ' '), countCell(of.count), words.time(of.ns), words.time(of.longest_ns)],
            }));
        if (rows.length === 0) this.calls.replaceChildren();
        else
            showTable(this.calls, {
                id: 'calls',
                caption: 'The driver',
                head: ['calls', 'number', 'time', 'longest'],
                rows,
            });
    }
}
