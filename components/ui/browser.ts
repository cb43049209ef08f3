import type { Shape } from '#lib/text/json-shape.ts'

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
    /** The entry as JSON of this shape, or undefined when there is none, or another. */
    readAs: <Data>(isData: Shape<Data>): Data | undefined =>
      attempt(() => {
        const value: unknown = JSON.parse(read() ?? 'null')
        return isData(value) ? value : undefined
      }),
    write: (text: string) => attempt(() => storage().setItem(key, text)),
    remove: () => attempt(() => storage().removeItem(key)),
  }
}
