import { OwnerPage } from '#components/owner/owner-page.tsx'
import { readSession } from '#lib/account/session.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'

export default async function NotFound() {
  const session = await readSession()
  return (
    <OwnerPage
      account={{ isOwner: session?.account.isOwner ?? false }}
      title="找不到這一頁"
      here={OWNER_PATHS.orders}
    >
      <p>網址可能不完整，或這筆資料已不存在。</p>
    </OwnerPage>
  )
}
