'use client'

import { useEffect } from 'react'

import { loadNeeded, type MissingCode } from '#components/ui/load-needed.ts'
import type { WebConfig } from '#lib/account/session.ts'
import { type AuthClient, loadAuthClient } from '#lib/account/sign-in.ts'
import type { Result } from '#lib/result.ts'

/** Runs a call of the sign-in service once its code is there; where that is gone, the document is loaded anew, once. */
export async function withAuthClient<Data, Code extends string>(
  config: WebConfig,
  use: (auth: AuthClient) => Promise<Result<Data, Code>>,
): Promise<Result<Data, Code | MissingCode>> {
  const auth = await loadNeeded(() => loadAuthClient(config))
  return auth.ok ? use(auth.data) : auth
}

/**
 * Loads the sign-in service's code with the page, not at the click.
 * Safari and phones would block a window that opens later.
 */
export function usePreloadedAuthClient(config: WebConfig): void {
  useEffect(() => {
    // A failure shows when the form is sent, which loads again.
    loadAuthClient(config).catch(() => {})
  }, [config])
}
