import 'server-only'

import { unstable_rethrow } from 'next/navigation'
import type { ReactNode } from 'react'

import { OwnerPage, type OwnerPlace } from '#components/owner/owner-page.tsx'
import { UnreadPage } from '#components/owner/unread-page.tsx'
import { readSession } from '#lib/account/session.ts'
import { logUnavailable } from '#lib/log/log.ts'
import { withinDeadline } from '#lib/operation/timing.ts'
import { ownerProofWindow } from './proof-window.tsx'

/** In milliseconds: a page of the owner's that is not read by then says so. One call of the database has 8 s. */
const LATEST = 15_000

class PageLate extends Error {
  override readonly name = 'PageLate'
}

async function withWindow(page: Promise<ReactNode>): Promise<ReactNode> {
  const drawn = await page
  return (
    <>
      {drawn}
      {await ownerProofWindow()}
    </>
  )
}

/**
 * A page of the owner's that always answers with words: where a read fails or takes too long, it says
 * so in the owner's frame, with the code of the log and the way to try again, without JavaScript too. Its actions can ask for a
 * proof where they need one.
 */
export function readOrSay<Props>(
  { title, here }: { readonly title: string; readonly here: OwnerPlace },
  page: (props: Props) => Promise<ReactNode>,
): (props: Props) => Promise<ReactNode> {
  return async function ReadOrSaid(props) {
    try {
      return await withinDeadline(withWindow(page(props)), LATEST, () => {
        return new PageLate(`${here} is late`)
      })
    } catch (error) {
      unstable_rethrow(error)
      const { reference } = logUnavailable('owner-page', error)
      // Only whom the sign-in has named sees the owner's frame.
      const session = await readSession().catch(() => null)
      const unread = <UnreadPage reference={reference} />
      if (!session)
        return (
          <main id="main" tabIndex={-1}>
            {unread}
          </main>
        )
      return (
        <OwnerPage account={session.account} title={title} here={here}>
          {unread}
        </OwnerPage>
      )
    }
  }
}
