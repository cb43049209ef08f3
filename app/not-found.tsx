import type { Metadata } from 'next'

import { MissingPage } from '#components/site/missing-page.tsx'
import { PATHS } from '#lib/site/paths.ts'

export const metadata: Metadata = { title: '找不到頁面' }

export default function NotFound() {
  return (
    <MissingPage
      title="找不到這個頁面"
      text="網址可能打錯了，或頁面已經移走。"
      back={{ path: PATHS.home, label: '回到首頁' }}
    />
  )
}
