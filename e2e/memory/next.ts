import { outside } from './outside.ts'

/** Keeps work for after the answer. */
export function after(work: () => Promise<void>): void {
  outside().after(work)
}

/** No request comes from a browser here. */
export async function headers(): Promise<Headers> {
  return new Headers()
}

/** Neither has one cookies, nor waits for a connection. */
export async function cookies(): Promise<ReadonlyMap<string, string>> {
  return new Map()
}

export async function connection(): Promise<void> {}

/** Nobody is sent to another page. */
export function redirect(path: string): never {
  throw new Error(`Sent to ${path} outside of a request`)
}
