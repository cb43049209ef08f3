import { OwnerPage } from '#components/owner/owner-page.tsx'
import { OWNER_PATHS } from '#lib/owner/paths.ts'

export default function NotFound() {
  return (
    <OwnerPage title="找不到這一頁" here={OWNER_PATHS.orders}>
      <p>網址可能不完整，或這筆資料已經不在。</p>
    </OwnerPage>
  )
}
