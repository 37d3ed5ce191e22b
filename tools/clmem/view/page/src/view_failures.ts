// Why allocations failed: what was wanted, what there was, and what would have helped.

import { element, showTable } from './dom.ts';
import { grouped, isLiveAt, type Group } from './groups.ts';
import type { Shortage } from './data.ts';
import type { Change, State } from './state.ts';
import { bytesCell } from './tables.ts';
import * as words from './words.ts';
import type { View } from './view.ts';

const TOP = 3; // holders that are named

// The cause in a few words, as `clmem report` has it.
export function causeOf(of: Shortage): string {
    if (of.wanted <= of.largest) return 'enough, but not usable at once';
    return of.wanted <= of.free ? 'enough in all, too little in one piece' : 'too little in all';
}

// What would have helped, the cheapest first.
export function advice(of: Shortage, holders: string[]): string[] {
    const found: string[] = [];
    const usable = of.free - Math.min(of.free, of.waiting);
    if (of.wanted <= of.largest) {
        found.push(
            'The largest free range is large enough, but another queue may still use it, or its alignment does not match. Wait for the queues, or allocate on the queue that freed it.',
        );
    } else if (of.wanted <= usable) {
        found.push(
            'The free memory is in too many pieces. Allocate blocks that live long before those that live short, or in a separate pool; trim the pool before the large block, so that the driver gets unused slabs back.',
        );
    }
    if (of.waiting > 0) {
        found.push(
            `${words.bytes(of.waiting)} were freed, but their commands were pending. Wait for their queues before the allocation, or free earlier.`,
        );
    }
    if (of.reserved > of.live && of.wanted > of.largest) {
        found.push(
            `The pool held ${words.bytes(of.free)} that were not live. Trimming it, and other pools, returns slabs that are free as a whole.`,
        );
    }
    if (of.outside > 0) {
        found.push(
            `${words.bytes(of.outside)} were allocated outside the pools. If that memory is no longer needed, release it first.`,
        );
    }
    if (of.wanted > of.free && holders.length > 0) {
        found.push(
            `The program had too much live. Most was held by ${holders.join(', ')}: free what is not needed, or work in smaller parts.`,
        );
    }
    return found;
}

// A function and its caller, since many allocate by a common function.
function placeOf(group: Group): string {
    return group.chain.length === 0 ? group.name : group.chain.slice(0, 2).join(' < ');
}

export class FailuresView implements View {
    readonly name = 'failures';
    readonly title = 'Why it failed';
    private readonly list = element('div');
    private readonly detail = element('div', { id: 'failure', 'aria-live': 'polite' });
    private chosen = 0;

    constructor(
        place: HTMLElement,
        private readonly state: State,
    ) {
        place.append(this.list, this.detail);
    }

    get note(): string {
        const count = this.state.recording.data.shortages.length;
        return count === 0 ? '' : ` (${words.count(count)})`;
    }

    show(change: Change): void {
        if (change === 'position' || change === 'zoom') return;
        if (change === 'recording') this.chosen = 0;
        this.fill();
    }

    private fill(): void {
        const { data } = this.state.recording;
        const rows = data.shortages.map((each, at) => ({
            name: String(at),
            isChosen: at === this.chosen,
            choose: () => {
                this.chosen = at;
                this.fill();
            },
            cells: [
                words.time(each.time_ns),
                data.pools[each.pool]?.memory || `pool ${data.pools[each.pool]?.number ?? ''}`,
                bytesCell(each.wanted),
                bytesCell(each.live),
                bytesCell(each.free),
                bytesCell(each.largest),
                bytesCell(each.waiting),
                bytesCell(each.outside),
                causeOf(each),
            ],
        }));
        const head = [
            'failed at',
            'pool',
            'wanted',
            'live',
            'free',
            'largest free range',
            'pending for queues',
            'outside the pools',
            'reason',
        ];
        showTable(this.list, {
            id: 'shortages',
            caption: 'Allocations that failed',
            head,
            rows,
            empty: 'No allocation of the recording failed.',
        });
        this.detail.replaceChildren();
        const chosen = data.shortages[this.chosen];
        if (chosen !== undefined) this.explain(chosen);
    }

    private explain(of: Shortage): void {
        const { recording } = this.state;
        const live = grouped(recording, isLiveAt(recording, of.position));
        const named = live.byTag.some((each) => each.name !== 'no tag') ? live.byTag : live.byStack;
        const holders = named.slice(0, TOP).map((each) => `${placeOf(each)} (${words.bytes(each.bytes)})`);
        const items = advice(of, holders).map((text) => element('li', {}, text));
        const show = element('button', { type: 'button' }, 'Show the slabs at this instant');
        const held = element('button', { type: 'button' }, 'Show the holders at this instant');
        held.addEventListener('click', () => {
            this.state.select(of.position);
            this.state.show('holders');
        });
        show.addEventListener('click', () => {
            this.state.select(of.position);
            this.state.show('instant');
        });
        const chain = recording.data.stacks[of.stack] ?? [];
        this.detail.append(
            element('h2', {}, `${words.bytes(of.wanted)} could not be allocated: ${causeOf(of)}`),
            element(
                'p',
                {},
                `Of ${words.bytes(of.reserved)} reserved, ${words.bytes(of.live)} were live; the largest free range had ${words.bytes(of.largest)}.`,
            ),
        );
        if (chain.length > 0) this.detail.append(element('p', {}, `Asked for by ${chain.join(' < ')}.`));
        if (items.length > 0)
            this.detail.append(element('p', {}, 'What would have helped:'), element('ul', {}, ...items));
        this.detail.append(element('div', { class: 'choices' }, show, held));
    }
}
