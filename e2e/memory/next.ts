import { outside } from './outside.ts'

/** Keeps work for after the answer. */
export function after(work: () => Promise<void>): void {
  outside().after(work)
}

/** No request comes from a browser here. */
export async function headers(): Promise<Headers> {
  return new Headers()
}
