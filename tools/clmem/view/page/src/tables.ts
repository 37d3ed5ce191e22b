// Tables that several views have.

import { showTable, type Cell, type Row } from './dom.ts';
import type { Group, Grouped } from './groups.ts';
import { bytes, count, percent, signedBytes } from './words.ts';

export function bytesCell(value: number): Cell {
    return { text: bytes(value), bytes: value };
}

export function countCell(value: number): Cell {
    return { text: count(value), count: value };
}

// The functions that called the first one: "step < main".
function callersOf(chain: string[]): string {
    return chain.slice(1).join(' < ');
}

const keyOf = (group: Group) => group.chain.join('\n') || group.name;

function rowsOf(groups: Group[], whole: number, { isDifference, all }: Shown, totals: Group[] = []): Row[] {
    const blocks = new Map(totals.map((each) => [keyOf(each), each.blocks]));
    return groups.map((each) => ({
        name: each.chain[0] ?? each.name,
        cells: [
            { text: each.chain[0] ?? each.name, below: callersOf(each.chain) },
            isDifference === true ? { text: signedBytes(each.bytes), bytes: each.bytes } : bytesCell(each.bytes),
            isDifference === true ? '' : percent(each.bytes, whole),
            countCell(each.blocks),
            ...(all === undefined ? [] : [count(blocks.get(keyOf(each)) ?? 0)]),
        ],
    }));
}

export interface Shown {
    isDifference?: boolean;
    all?: Grouped; // with a column that says how many blocks these have
}

export interface GroupsPlace {
    byTag: HTMLElement;
    byStack: HTMLElement;
}

// The two tables PREFIX-tags and PREFIX-stacks; first the one that says more.
export function showGroups(place: GroupsPlace, prefix: string, groups: Grouped, empty: string, how: Shown = {}): void {
    const share = how.isDifference === true ? '' : 'share';
    const head = (first: string) => [first, 'bytes', share, 'blocks', ...(how.all === undefined ? [] : ['of'])];
    place.byTag.style.order = groups.byTag.every((each) => each.name === 'no tag') ? '1' : '';
    const show = (into: HTMLElement, id: string, caption: string, first: string, of: Group[], totals?: Group[]) =>
        showTable(into, { id, caption, head: head(first), rows: rowsOf(of, groups.bytes, how, totals), empty });
    show(place.byTag, `${prefix}-tags`, 'By tag', 'tag', groups.byTag, how.all?.byTag);
    const functions = 'function, and its callers';
    show(place.byStack, `${prefix}-stacks`, 'By stack', functions, groups.byStack, how.all?.byStack);
}
