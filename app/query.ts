/** A page's searchParams. */
export type Query = Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
