import { type Doors, openSignIn } from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/web-config.ts'
import { refused, type Result } from '#lib/result.ts'

/** Told to the window after each change of who is signed in, so that the header looks again. */
export function announceSignIn(): void {
  window.dispatchEvent(new Event('signed-in-changed'))
}

/** Runs a call of the sign-in service once its code is there; `network` when the code cannot be fetched. */
export async function withDoors<Code extends string>(
  config: WebConfig,
  use: (doors: Doors) => Promise<Result<null, Code>>,
): Promise<Result<null, Code | 'network'>> {
  const doors = await openSignIn(config).catch(() => null)
  if (!doors) return refused('network')
  return use(doors)
}
