import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { MovingForm } from '#components/owner/moving-form.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import shared from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { contentFilePath, OWNER_PATHS } from '#lib/routes/owner-paths.ts'

import { importOldAction } from '../actions.ts'

export const metadata: Metadata = { title: '搬來的資料', robots: { index: false, follow: false } }

// One text: a line break in the markup would stand as a blank between two sentences.
const MOVING_WORDS =
  '把舊商店的顧客名單與訂單匯入，只供查看：不能付款、出貨或寄信，也不算進庫存、優惠次數與帳。在「訂單」搜尋就找得到；' +
  '會員驗證過同一個信箱之後，在自己的訂單頁看得到自己的舊訂單。保存五年，顧客要求刪除時一起刪除。'

export default readOrSay(
  { title: '搬來的資料', here: OWNER_PATHS.customers },
  async function MovingPage() {
    await requireOwner()
    return (
      <OwnerPage title="從別的平台搬來" here={OWNER_PATHS.customers}>
        <p className={shared.soft}>{MOVING_WORDS}</p>
        <MovingForm importOld={importOldAction} />
        <section className={shared.section}>
          <h2>舊網址</h2>
          <p>
            <Link href={contentFilePath('info/moved.md')} prefetch={false}>
              把舊商店的網址轉到新的那一頁
            </Link>
          </p>
        </section>
      </OwnerPage>
    )
  },
)
