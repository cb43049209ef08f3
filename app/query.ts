/** What Next hands a page as searchParams. */
export type Query = Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
