// Elements and tables.

type Child = Node | string;

export function element<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    attributes: Record<string, string> = {},
    ...children: Child[]
): HTMLElementTagNameMap[Name] {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
}

// A cell of a table: a text, and the number that it stands for, by which tests and the copied table go.
export interface Cell {
    text: string;
    bytes?: number;
    count?: number;
    below?: string; // a second, smaller line
}

export interface Row {
    name: string;
    cells: (Cell | string)[];
    choose?: () => void; // by click or Enter
    isChosen?: boolean;
}

export interface Table {
    id: string;
    caption: string;
    head: string[];
    rows: Row[];
    top?: number; // rows shown at first
    empty?: string; // in place of a table without rows
}

const TOP = 20;

// Fills an element with a table. What has more rows than `top` gets a button that shows all.
export function showTable(into: HTMLElement, table: Table): void {
    if (table.rows.length === 0 && table.empty !== undefined) {
        into.replaceChildren(element('p', { class: 'empty', id: table.id }, table.empty));
        return;
    }
    const top = table.top ?? TOP;
    const body = element('tbody');
    body.append(...table.rows.slice(0, top).map(rowOf));
    const head = element('tr', {}, ...table.head.map((text) => element('th', { scope: 'col' }, text)));
    const made = element('table', { id: table.id }, element('caption', {}, table.caption));
    made.append(element('thead', {}, head), body);
    into.replaceChildren(
        element('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': table.caption }, made),
    );
    if (table.rows.length <= top) return;
    const more = element(
        'button',
        { class: 'more', type: 'button' },
        `Show all ${table.rows.length.toLocaleString('en-US')} rows`,
    );
    more.addEventListener('click', () => showTable(into, { ...table, top: table.rows.length }));
    into.append(more);
}

function rowOf(row: Row): HTMLTableRowElement {
    const made = element('tr', { 'data-name': row.name });
    made.append(...row.cells.map((cell, at) => cellOf(cell, at === 0)));
    if (row.isChosen === true) made.setAttribute('aria-selected', 'true');
    const choose = row.choose;
    if (choose === undefined) return made;
    made.classList.add('choice');
    made.tabIndex = 0;
    made.addEventListener('click', choose);
    made.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') choose();
    });
    return made;
}

function cellOf(cell: Cell | string, isFirst: boolean): HTMLTableCellElement {
    const of: Cell = typeof cell === 'string' ? { text: cell } : cell;
    const made = isFirst ? element('th', { scope: 'row' }) : element('td');
    made.append(of.text);
    if (of.below !== undefined && of.below !== '') made.append(element('small', {}, of.below));
    if (of.bytes !== undefined) made.dataset['bytes'] = String(of.bytes);
    if (of.count !== undefined) made.dataset['count'] = String(of.count);
    return made;
}

// A canvas as wide as the element it is in, and its context, in CSS pixels.
export function sized(canvas: HTMLCanvasElement, height: number): { pen: CanvasRenderingContext2D; width: number } {
    const width = Math.max(1, canvas.parentElement!.clientWidth);
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext('2d')!;
    pen.scale(ratio, ratio);
    return { pen, width };
}

// The buttons of a choice of which one is on.
export function choices(label: string, names: string[], chosen: string, choose: (name: string) => void): HTMLElement {
    const group = element('div', { class: 'choices', role: 'group', 'aria-label': label }, element('span', {}, label));
    for (const name of names) {
        const button = element('button', { type: 'button', 'aria-pressed': String(name === chosen) }, name);
        button.addEventListener('click', () => {
            for (const each of group.querySelectorAll('button'))
                each.setAttribute('aria-pressed', String(each === button));
            choose(name);
        });
        group.append(button);
    }
    return group;
}

// An entry of a key: a colour, by a class or as it is, and what it stands for.
export function keyOf(text: string, name: string, colour = ''): HTMLElement {
    const swatch = element('span', { class: `key ${name}` });
    swatch.style.background = colour;
    return element('span', { class: 'entry' }, swatch, text);
}
