// At an instant: the map of slabs, the blocks in them, and those that wait for their queues.

import { theme } from './colours.ts';
import { choices, element, keyOf, showTable, type Cell, type Row } from './dom.ts';
import { NEVER } from './recording.ts';
import { COLOURINGS, SlabMap, slabsAt, type Colouring, type SlabRow } from './slab_map.ts';
import type { Change, State } from './state.ts';
import { bytesCell, countCell } from './tables.ts';
import * as words from './words.ts';
import type { View } from './view.ts';

const KEYS = 16; // entries of the map's key

export class InstantView implements View {
    readonly name = 'instant';
    readonly title = 'At an instant';
    private readonly head = element('p', { class: 'instant' });
    private readonly key = element('p', { class: 'legend' });
    private readonly block = element('div');
    private readonly memory = element('div');
    private readonly pending = element('div');
    private readonly largest = element('div');
    private readonly map: SlabMap;
    private rows: SlabRow[] = [];

    constructor(
        place: HTMLElement,
        private readonly state: State,
    ) {
        const scrolls = element('div', {
            class: 'map',
            tabindex: '0',
            role: 'region',
            'aria-label': 'Map of the slabs; the blocks are in the table below',
        });
        this.map = new SlabMap(scrolls, state, (block) => this.choose(block));
        const { tags, stacks } = state.recording.data;
        if (tags.length < 2 && stacks.length > 1) this.map.colouring = 'stack'; // the program has no tags
        const colouring = choices('Colour by', [...COLOURINGS], this.map.colouring, (name) => {
            this.map.colouring = name as Colouring;
            this.map.redraw(this.rows);
            this.showKey();
        });
        const help = element(
            'p',
            { class: 'help' },
            'Left and right go to the event before and after, with Shift by 100. Blocks with a dashed border are freed, but their commands may not be complete. What has no colour is free.',
        );
        const columns = element('div', { class: 'columns' }, this.block, this.memory, this.pending);
        place.append(this.head, colouring, scrolls, this.key, help, columns, this.largest);
    }

    show(change: Change): void {
        if (change === 'zoom') return;
        const { recording, position } = this.state;
        this.rows = slabsAt(recording, position);
        const chosen = this.map.chosen;
        if (chosen !== null && (change === 'recording' || !recording.hasMemory(chosen, position)))
            this.map.chosen = null;
        this.head.textContent = `After event ${words.count(position)} of ${words.count(recording.end)}, at ${words.time(recording.timeAt(position))}`;
        this.map.redraw(this.rows);
        this.showKey();
        this.showMemory();
        this.showPending();
        this.showLargest();
        this.choose(this.map.chosen);
    }

    private nameOf(block: number): string {
        const { data, blocks } = this.state.recording;
        switch (this.map.colouring) {
            case 'tag':
                return data.tags[blocks.tag[block]!]!;
            case 'stack':
                return data.stacks[blocks.stack[block]!]!.slice(0, 2).join(' < ') || 'no stack';
            case 'queue':
                return data.queues[blocks.queue[block]!]!;
            case 'state':
                return this.state.recording.isLive(block, this.state.position) ? 'live' : 'pending';
            case 'age':
                return '';
        }
    }

    private functionOf(block: number): Cell {
        const chain = this.state.recording.data.stacks[this.state.recording.blocks.stack[block]!]!;
        return { text: chain[0] ?? 'no stack', below: chain.slice(1, 3).join(' < ') };
    }

    // What the colours mean: those with the most bytes.
    private showKey(): void {
        const { isDark } = theme();
        const { given } = this.state.recording.blocks;
        const names = new Map<string, { colour: string; bytes: number }>();
        for (const row of this.rows) {
            for (const block of row.blocks) {
                const name = this.nameOf(block);
                const to = names.get(name) ?? { colour: this.map.colourOf(block, isDark), bytes: 0 };
                to.bytes += given[block]!;
                names.set(name, to);
            }
        }
        this.key.replaceChildren();
        if (this.map.colouring === 'age') {
            this.key.append(keyOf('young', 'key-young'), ' ', keyOf('old', 'key-old'));
            return;
        }
        const sorted = [...names].sort((a, b) => b[1].bytes - a[1].bytes);
        for (const [name, { colour }] of sorted.slice(0, KEYS)) {
            this.key.append(keyOf(name, '', colour), ' ');
        }
        if (sorted.length > KEYS) this.key.append(`and ${words.count(sorted.length - KEYS)} more`);
    }

    private choose(block: number | null): void {
        this.map.chosen = block;
        this.map.redraw(this.rows);
        const { recording } = this.state;
        const { blocks, slabs, data } = recording;
        const table = { id: 'block', caption: 'The selected block', head: ['figure', 'value'] };
        if (block === null) {
            showTable(this.block, {
                ...table,
                rows: [],
                empty: 'Click a block of the map, or choose a row of the table below.',
            });
            return;
        }
        const when = (position: number) => (position === NEVER ? 'never' : words.time(recording.timeAt(position)));
        const slab = blocks.slab[block]!;
        const rows: Row[] = [
            { name: 'requested', cells: ['requested', bytesCell(blocks.requested[block]!)] },
            { name: 'given', cells: ['with rounding', bytesCell(blocks.given[block]!)] },
            { name: 'tag', cells: ['tag', data.tags[blocks.tag[block]!]!] },
            { name: 'queue', cells: ['queue', data.queues[blocks.queue[block]!]!] },
            {
                name: 'place',
                cells: ['place', `slab ${slabs.number[slab]}, offset ${words.count(blocks.offset[block]!)}`],
            },
            { name: 'allocated', cells: ['allocated at', when(blocks.allocated[block]!)] },
            { name: 'freed', cells: ['freed at', when(blocks.freed[block]!)] },
        ];
        if (blocks.freed[block] !== NEVER)
            rows.push({ name: 'completed', cells: ['commands complete at', when(blocks.completed[block]!)] });
        const chain = data.stacks[blocks.stack[block]!]!;
        rows.push({
            name: 'stack',
            cells: ['stack', { text: chain[0] ?? 'no stack', below: chain.slice(1).join(' < ') }],
        });
        showTable(this.block, { ...table, rows });
    }

    // Free memory, as `clmem report` counts it: blocks in caches are free.
    private showMemory(): void {
        const { blocks, slabs } = this.state.recording;
        const sums = { reserved: 0, free: 0, largest: 0, holes: 0 };
        for (const row of this.rows) {
            const size = slabs.bytes[row.slab]!;
            sums.reserved += size;
            let from = 0;
            const gap = (to: number) => {
                const bytes = Math.max(0, Math.min(to, size) - Math.min(from, size));
                sums.free += bytes;
                sums.largest = Math.max(sums.largest, bytes);
                if (bytes > 0) sums.holes++;
            };
            for (const block of row.blocks) {
                gap(blocks.offset[block]!);
                from = Math.max(from, blocks.offset[block]! + blocks.given[block]!);
            }
            gap(size);
        }
        const rows = [
            { name: 'slabs', cells: ['slabs', countCell(this.rows.length)] },
            { name: 'reserved', cells: ['reserved', bytesCell(sums.reserved)] },
            { name: 'free', cells: ['free', bytesCell(sums.free)] },
            { name: 'largest', cells: ['largest free range', bytesCell(sums.largest)] },
            { name: 'holes', cells: ['free ranges', countCell(sums.holes)] },
        ];
        showTable(this.memory, { id: 'memory', caption: 'Memory at this instant', head: ['figure', 'value'], rows });
    }

    private showPending(): void {
        const { recording, position } = this.state;
        const { blocks, data } = recording;
        const queues = new Map<number, { bytes: number; blocks: number }>();
        for (let block = 0; block < blocks.count; block++) {
            if (recording.isLive(block, position) || !recording.hasMemory(block, position)) continue;
            const to = queues.get(blocks.queue[block]!) ?? { bytes: 0, blocks: 0 };
            to.bytes += blocks.given[block]!;
            to.blocks++;
            queues.set(blocks.queue[block]!, to);
        }
        const sorted = [...queues].sort((a, b) => b[1].bytes - a[1].bytes);
        const rows = sorted.map(([queue, of]) => ({
            name: data.queues[queue]!,
            cells: [data.queues[queue]!, bytesCell(of.bytes), countCell(of.blocks)],
        }));
        const head = ['waits for', 'bytes', 'blocks'];
        showTable(this.pending, {
            id: 'pending',
            caption: 'Pending blocks',
            head,
            rows,
            empty: 'No block waits for a queue.',
        });
    }

    private showLargest(): void {
        const { blocks, data, slabs } = this.state.recording;
        const all = this.rows.flatMap((row) => row.blocks);
        all.sort((a, b) => blocks.given[b]! - blocks.given[a]!);
        const rows = all.slice(0, 1000).map((block) => ({
            name: String(block),
            choose: () => this.choose(block),
            cells: [
                bytesCell(blocks.requested[block]!),
                data.tags[blocks.tag[block]!]!,
                this.functionOf(block),
                data.queues[blocks.queue[block]!]!,
                `slab ${slabs.number[blocks.slab[block]!]}`,
            ],
        }));
        const head = ['requested', 'tag', 'function', 'queue', 'place'];
        showTable(this.largest, {
            id: 'blocks',
            caption: 'The largest blocks',
            head,
            rows,
            top: 10,
            empty: 'No block has memory.',
        });
    }
}
