import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { HalvesToChooseView } from '#components/owner/halves/halves-to-choose.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { readHalvesToChoose } from '#lib/half/choose-half.ts'
import { requireOwner } from '#lib/owner/access.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import {
  blockNameAction,
  putAsideHalfAction,
  showHalfAction,
  unblockNameAction,
} from './actions.ts'

export const metadata: Metadata = { title: '另一半', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '另一半', here: OWNER_PATHS.halves },
  async function HalvesPage() {
    await requireOwner()
    return (
      <OwnerPage title="另一半" here={OWNER_PATHS.halves}>
        <HalvesToChooseView
          halves={await readHalvesToChoose()}
          actions={{
            show: showHalfAction,
            putAside: putAsideHalfAction,
            blockName: blockNameAction,
            unblockName: unblockNameAction,
          }}
        />
      </OwnerPage>
    )
  },
)
