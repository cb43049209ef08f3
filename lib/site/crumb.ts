/** One step on the way from the home page to a page; page and structured data show the same steps. */
export type Crumb = { readonly label: string; readonly path: string }
