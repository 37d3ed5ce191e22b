// The page: reads its data, makes the views, and listens to the keyboard.

import type { PageData } from './data.ts';
import { element } from './dom.ts';
import { load, type Recording } from './recording.ts';
import { State } from './state.ts';
import type { View } from './view.ts';
import { FailuresView } from './view_failures.ts';
import { HoldersView } from './view_holders.ts';
import { InstantView } from './view_instant.ts';
import { LeaksView } from './view_leaks.ts';
import { TemporariesView } from './view_temporaries.ts';
import { TimeView } from './view_time.ts';
import { Tabs } from './tabs.ts';
import { listenToKeys } from './keys.ts';
import { summaryOf } from './summary.ts';
import { makeThemeButton } from './theme.ts';

declare global {
    interface Window {
        clmem: {
            ready: Promise<void>;
            drawn?: State['drawn'];
            position?: number;
            select?: (position: number) => void;
            milliseconds?: number;
        };
    }
}

function dataOfPage(): PageData {
    const holder = document.getElementById('clmem-data');
    if (holder === null)
        throw new Error('expected data in this page, got none; make one with clmem view FILE -o PAGE.html');
    const data = JSON.parse(holder.textContent!) as PageData;
    if (data.version !== 1) throw new Error(`expected data of version 1, got ${data.version}`);
    if (data.recordings.length === 0) throw new Error('expected a recording, got none');
    return data;
}

type MakeView = new (place: HTMLElement, state: State) => View;
const VIEWS: MakeView[] = [TimeView, InstantView, HoldersView, LeaksView, TemporariesView, FailuresView];

// With several recordings, a choice of one. They are read when they are first needed.
function chooser(data: PageData, state: State, first: Recording): HTMLElement {
    const read = new Map<number, Promise<Recording>>([[0, Promise.resolve(first)]]);
    const select = element('select', { id: 'recording' });
    data.recordings.forEach((each, at) => select.append(element('option', { value: String(at) }, each.name)));
    select.addEventListener('change', () => {
        const at = Number(select.value);
        const recording = read.get(at) ?? load(data.recordings[at]!);
        read.set(at, recording);
        recording.then((found) => Number(select.value) === at && state.open(found), fail);
    });
    return element('label', { for: 'recording' }, 'Recording ', select);
}

// Also when a scroll bar comes or goes.
function redrawWhenResized(tabs: Tabs): void {
    const place = document.getElementById('views')!;
    let width = place.clientWidth;
    new ResizeObserver(() => {
        if (place.clientWidth === width) return;
        width = place.clientWidth;
        tabs.changed('theme');
    }).observe(place);
}

async function start(begun: number): Promise<void> {
    let shown: State | null = null;
    const header = document.getElementById('top')!;
    const themes = makeThemeButton(() => shown?.tell('theme')); // before the data are read, which may take a while
    header.append(themes);
    const data = dataOfPage();
    const first = await load(data.recordings[0]!);
    const state = (shown = new State(first));
    const about = element('section', { id: 'about', 'aria-label': 'The recording' });
    const tabs = new Tabs(document.getElementById('tabs')!, document.getElementById('views')!, state);
    for (const Make of VIEWS) tabs.add((place) => new Make(place, state));
    if (data.recordings.length > 1) themes.before(chooser(data, state, first));
    header.after(about);
    const describe = () => {
        about.replaceChildren(...summaryOf(state.recording.data).map((line) => element('span', {}, line)));
        document.title = `${state.recording.data.name} · clmem view`;
    };
    state.listen((change) => {
        if (change === 'recording') describe();
        tabs.changed(change);
    });
    describe();
    listenToKeys(state, VIEWS.length, (at) => tabs.choose(at));
    tabs.choose(0);
    redrawWhenResized(tabs);
    document.getElementById('made-by')!.textContent = data.made_by;
    const { clmem } = window;
    Object.defineProperty(clmem, 'position', { get: () => state.position });
    clmem.drawn = state.drawn;
    clmem.select = (position) => state.select(position);
    clmem.milliseconds = performance.now() - begun;
}

function fail(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    document
        .getElementById('views')!
        .replaceChildren(element('p', { class: 'error', role: 'alert' }, `This page cannot be shown: ${text}`));
}

window.clmem = {
    ready: start(performance.now()).catch((error: unknown) => {
        fail(error);
        throw error;
    }),
};
window.clmem.ready.catch(() => undefined); // it has been shown; tests wait for it too
