// Replaces Next's functions used by actions and routes, for a shop without Next.
import { requestHeaders } from './request.ts'

export async function headers(): Promise<Headers> {
  return requestHeaders()
}

export async function cookies() {
  const pairs = (requestHeaders().get('cookie') ?? '').split('; ').map((pair) => pair.split('='))
  const values = new Map(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
  return {
    get: (name: string) => {
      const value = values.get(name)
      return value === undefined ? undefined : { name, value }
    },
    set: () => undefined,
    delete: () => undefined,
  }
}

export function after(work: Promise<unknown> | (() => unknown)): void {
  if (typeof work === 'function') setImmediate(work)
}

export async function connection(): Promise<void> {}

export function redirect(path: string): never {
  throw new Error(`Redirect to ${path}`)
}

export function notFound(): never {
  throw new Error('Not found')
}

export function refresh(): void {}

export function revalidatePath(): void {}

// eslint-disable-next-line camelcase -- the name is Next's
export function unstable_rethrow(): void {}
