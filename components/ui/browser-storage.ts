/** A parser whose failure is nothing, such as a zod schema. */
type Schema<Data> = { readonly safeParse: (value: unknown) => { readonly data?: Data | undefined } }

/** One entry of this browser's storage; `tab` keeps it until the tab is closed. A browser that blocks storage keeps nothing. */
export function browserStorage(key: string, until: 'removed' | 'tab' = 'removed') {
  const storage = () => (until === 'tab' ? sessionStorage : localStorage)

  function attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      console.error(`This browser does not keep "${key}".`, error)
      return undefined
    }
  }

  const read = () => attempt(() => storage().getItem(key)) ?? null
  return {
    key,
    read,
    /** The entry as JSON of this shape; undefined when there is none, or another. */
    readAs: <Data>(schema: Schema<Data>): Data | undefined =>
      attempt(() => schema.safeParse(JSON.parse(read() ?? 'null')).data),
    write: (text: string) => attempt(() => storage().setItem(key, text)),
    remove: () => attempt(() => storage().removeItem(key)),
  }
}
