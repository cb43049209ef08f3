import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import {
  bookParcelsAction,
  cancelParcelsAction,
  settleParcelsAction,
} from '#app/owner/ship/actions.ts'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { ParcelsView } from '#components/owner/parcels/parcels-view.tsx'
import { Link } from '#components/ui/link.tsx'
import { requireStaff } from '#lib/owner/access.ts'
import { readParcels } from '#lib/owner/read-parcels.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'

export const metadata: Metadata = { title: '寄件', robots: { index: false, follow: false } }

const ACTIONS = {
  book: bookParcelsAction,
  settle: settleParcelsAction,
  cancel: cancelParcelsAction,
}

export default readOrSay(
  { title: '寄件', here: OWNER_PATHS.parcels },
  async function ParcelsPage() {
    const account = await requireStaff()
    const day = await readParcels()
    if (!day) {
      return (
        <OwnerPage account={account} title="寄件" here={OWNER_PATHS.parcels}>
          <p>
            尚未設定綠界的寄件，請到<Link href={OWNER_PATHS.ship}>整批出貨</Link>
            貼上追蹤編號。若要在這裡建立寄件、列印標籤，請看店主手冊的「寄件與電子發票」。
          </p>
        </OwnerPage>
      )
    }
    return (
      <OwnerPage
        account={account}
        title="寄件"
        here={OWNER_PATHS.parcels}
        unreadable={day.unreadable}
      >
        <ParcelsView day={day} actions={ACTIONS} />
      </OwnerPage>
    )
  },
)
