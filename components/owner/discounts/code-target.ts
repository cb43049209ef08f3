/** A product or a creator that a code can be for. */
export type CodeTarget = { readonly id: string; readonly title: string }
