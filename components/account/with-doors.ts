import { type AuthClient, openSignIn } from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/web-config.ts'
import { fail, type Result } from '#lib/result.ts'

/** Runs a call of the sign-in service once its code is there; `network` when the code cannot be fetched. */
export async function withAuthClient<Data, Code extends string>(
  config: WebConfig,
  use: (doors: AuthClient) => Promise<Result<Data, Code>>,
): Promise<Result<Data, Code | 'network'>> {
  const doors = await openSignIn(config).catch(() => null)
  if (!doors) return fail('network')
  return use(doors)
}
