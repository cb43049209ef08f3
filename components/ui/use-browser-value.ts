import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** What only the browser knows and what never changes in it; `before` on the server and until the page is alive. */
export function useBrowserValue<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => before)
}
