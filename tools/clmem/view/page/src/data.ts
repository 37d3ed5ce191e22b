// What the clmem command writes into the page (page_data.cpp).

export interface PageData {
    version: number;
    made_by: string;
    recordings: RecordingData[];
}

export interface RecordingData {
    name: string;
    pid: number;
    start_ms: number; // since 1970; 0: unknown
    duration_ns: number;
    events: number;
    lost: number;
    unmatched: number;
    is_ring: boolean;
    is_complete: boolean;
    pools: PoolData[];
    queues: string[];
    tags: string[];
    stacks: string[][]; // functions, innermost first; the first stack has no function
    kinds: string[]; // of memory outside the pools
    columns: Record<string, string>;
    ranges: ProgramRange[];
    shortages: Shortage[];
    trims: Trim[];
    calls: Record<string, Calls>;
    misses: Record<string, number>;
}

export interface PoolData {
    number: number;
    memory: string;
}

// A range of the program's own, or a mark.
export interface ProgramRange {
    name: string;
    thread: number;
    begin_ns: number;
    end_ns: number;
    peak_live: number; // bytes
    is_mark: boolean;
    is_open: boolean; // the recording ends inside
}

// An allocation that failed. All but indices, position and time are bytes.
export interface Shortage {
    pool: number;
    position: number;
    time_ns: number;
    wanted: number;
    reserved: number;
    live: number;
    free: number;
    largest: number;
    waiting: number;
    outside: number;
    stack: number;
    tag: number;
}

export interface Trim {
    pool: number;
    position: number;
    time_ns: number;
    target: number;
    released: number;
}

export interface Calls {
    count: number;
    ns: number;
    longest_ns: number;
}
