/** What a command tells its owner, and whether all is well. */
export type Told = { readonly text: string; readonly ok: boolean }

/** What a command tells; all is well unless it says otherwise. */
export const told = (text: string, ok = true): Told => ({ text, ok })
