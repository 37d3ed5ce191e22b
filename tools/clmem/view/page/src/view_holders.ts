// What holds the memory at the peak, at the selected instant, or what changed between two.

import { ofName, theme } from './colours.ts';
import { choices, element, sized } from './dom.ts';
import { difference, differenceOf, grouped, groupedOutside, isLiveAt, type Group, type Grouped } from './groups.ts';
import { depthOf, layout, pathOf, treeOf, type Rectangle, type TreeNode } from './icicle.ts';
import type { Change, State } from './state.ts';
import { showGroups } from './tables.ts';
import * as words from './words.ts';
import type { View } from './view.ts';

const ROW = 22; // pixels
const MOST_ROWS = 34; // a stack has at most 32 frames

export class HoldersView implements View {
    readonly name = 'holders';
    readonly title = 'Holders';
    private readonly head = element('p', { class: 'instant' });
    private readonly canvas = element('canvas');
    private readonly path = element('p', { class: 'path' });
    private readonly byTag = element('div');
    private readonly byStack = element('div');
    private readonly compare = element('button', { type: 'button' }, 'Compare from here');
    private rectangles: Rectangle[] = [];
    private top: TreeNode = treeOf([], '');
    private isByStack = true;
    private holders: Grouped | null = null;

    constructor(
        place: HTMLElement,
        private readonly state: State,
    ) {
        const atPeak = element('button', { type: 'button' }, 'Go to the peak');
        atPeak.addEventListener('click', () => state.select(state.recording.peak));
        this.compare.addEventListener('click', () =>
            state.compareWith(state.compared === null ? state.position : null),
        );
        const by = choices('Show', ['stacks', 'tags'], 'stacks', (name) => {
            this.isByStack = name === 'stacks';
            this.plant();
        });
        const drawing = element(
            'div',
            { class: 'icicle', role: 'img', 'aria-label': 'Bytes by caller; the same figures are in the tables below' },
            this.canvas,
        );
        const help = element(
            'p',
            { class: 'help' },
            'A row below another is what it calls, as wide as its bytes. A click shows only that part; a click on its first row shows all.',
        );
        const columns = element('div', { class: 'columns' }, this.byTag, this.byStack);
        place.append(
            this.head,
            element('div', { class: 'choices' }, atPeak, this.compare),
            by,
            drawing,
            this.path,
            help,
            columns,
        );
        this.canvas.addEventListener('click', (event) => this.enter(this.nodeAt(event)));
        this.canvas.addEventListener('mousemove', (event) => this.describe(this.nodeAt(event)));
    }

    show(change: Change): void {
        if (change === 'zoom') return;
        const { recording, position, compared } = this.state;
        const at = (where: number) => grouped(recording, isLiveAt(recording, where));
        const outside = (where: number) => groupedOutside(recording, isLiveAt(recording, where));
        const instant = (where: number) =>
            `${words.time(recording.timeAt(where))}${where === recording.peak ? ' (the peak)' : ''}`;
        const now = at(position);
        const isDifference = compared !== null;
        this.holders = isDifference ? differenceOf(at(compared), now) : now;
        const others = isDifference ? difference(outside(compared), outside(position)) : outside(position);
        this.head.textContent = !isDifference
            ? `At ${instant(position)}: ${words.counted(now.blocks, 'block')} with ${words.bytes(now.bytes)} live`
            : compared === position
              ? `From ${instant(compared)}: choose another instant, by the arrow keys or in the chart`
              : `From ${instant(compared)} to ${instant(position)}: ${words.signedBytes(this.holders.bytes)} live. The picture shows what grew.`;
        if (others.length > 0) {
            const bytes = others.reduce((sum, each) => sum + each.bytes, 0);
            this.head.textContent += `; outside the pools ${words.bytes(bytes)}: ${others.map((each) => each.name).join(', ')}`;
        }
        this.compare.textContent = isDifference ? 'End the comparison' : 'Compare from here';
        const empty = isDifference ? 'Nothing differs.' : 'Nothing is live.';
        showGroups({ byTag: this.byTag, byStack: this.byStack }, 'holders', this.holders, empty, { isDifference });
        this.plant();
    }

    private plant(): void {
        const groups: Group[] = this.holders === null ? [] : this.isByStack ? this.holders.byStack : this.holders.byTag;
        this.top = treeOf(groups, this.state.compared === null ? 'live' : 'grown');
        this.draw();
    }

    private enter(node: TreeNode | null): void {
        if (node === null) return;
        const isTop = node === this.top;
        while (isTop && this.top.parent !== null) this.top = this.top.parent;
        if (!isTop) this.top = node;
        this.draw();
    }

    private draw(): void {
        const rows = Math.min(MOST_ROWS, depthOf(this.top));
        const { pen, width } = sized(this.canvas, rows * ROW);
        const { isDark, ink, surface, hole } = theme();
        this.rectangles = layout(this.top, width, rows);
        pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
        pen.textBaseline = 'middle';
        let drawn = 0;
        for (const { node, x, width: room, row } of this.rectangles) {
            pen.fillStyle = node === null ? hole : ofName(node.name, isDark);
            pen.fillRect(x, row * ROW, Math.max(1, room - 1), ROW - 1);
            drawn++;
            if (node === null || room < 30) continue;
            pen.save();
            pen.beginPath();
            pen.rect(x, row * ROW, room - 4, ROW);
            pen.clip();
            pen.fillStyle = ink;
            pen.fillText(`${node.name}  ${words.bytes(node.bytes)}`, x + 4, row * ROW + ROW / 2);
            pen.restore();
            drawn++;
        }
        if (this.rectangles.length === 0) {
            pen.fillStyle = surface;
            pen.fillRect(0, 0, width, rows * ROW);
        }
        this.state.drawn.icicle = drawn;
        this.describe(null);
    }

    private nodeAt(event: MouseEvent): TreeNode | null {
        const row = Math.floor(event.offsetY / ROW);
        const hit = this.rectangles.find(
            (each) => each.row === row && each.x <= event.offsetX && event.offsetX < each.x + each.width,
        );
        return hit?.node ?? null;
    }

    private describe(node: TreeNode | null): void {
        const of = node ?? this.top;
        const names = pathOf(of);
        const share = words.percent(of.bytes, Math.max(0, this.holders?.bytes ?? 0));
        this.path.textContent =
            of.bytes === 0
                ? ''
                : `${names.length === 0 ? 'all' : names.join(' < ')}: ${words.bytes(of.bytes)}, ${words.counted(of.blocks, 'block')}${share === '' ? '' : `, ${share}`}`;
    }
}
