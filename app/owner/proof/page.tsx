import type { Metadata } from 'next'

import { PROOF_ACTIONS } from '#app/owner/proof-window.tsx'
import { readOrSay } from '#app/owner/read-or-say.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { PasskeyList } from '#components/owner/proof/passkey-list.tsx'
import { ReauthenticationForm } from '#components/owner/proof/reauthentication-form.tsx'
import { readWebConfig } from '#lib/account/session.ts'
import { proofOf, readOwnerProof, requireOwnerSession } from '#lib/owner/access.ts'
import { OWNER_PATHS, pathAfterProof } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'
import {
  beginPasskeyAction,
  finishPasskeyAction,
  removePasskeyAction,
  renewCodesAction,
} from './actions.ts'

export const metadata: Metadata = { title: '登入安全', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '登入安全', here: OWNER_PATHS.proof },
  async function ProofPage({ searchParams }: { searchParams: Query }) {
    const { owner } = await requireOwnerSession()
    const [{ next }, config, { passkeys, hasPasskey, isPassed, isRecent }] = await Promise.all([
      searchParams,
      readWebConfig(),
      readOwnerProof(),
    ])
    const wanted = next === undefined ? undefined : pathAfterProof(next)
    return (
      <OwnerPage account={owner} title="登入安全" here={OWNER_PATHS.proof}>
        <ReauthenticationForm
          owner={{ config, proof: proofOf(owner), hasPasskey }}
          actions={PROOF_ACTIONS}
          isRecent={isRecent}
          isPassed={isPassed}
          next={wanted}
        />
        {isPassed ? (
          <PasskeyList
            passkeys={passkeys.map(({ id, name, createdAt, usedAt }) => ({
              id,
              name,
              createdAt,
              usedAt,
            }))}
            begin={beginPasskeyAction}
            finish={finishPasskeyAction}
            remove={removePasskeyAction}
            renew={renewCodesAction}
          />
        ) : null}
      </OwnerPage>
    )
  },
)
