import type { Metadata } from 'next'

import { MissingState } from '#components/site/missing-state.tsx'
import { PATHS } from '#lib/site/paths.ts'

export const metadata: Metadata = { title: '找不到頁面' }

export default function NotFound() {
  return <MissingState title="找不到這個頁面" path={PATHS.home} back="回到首頁" />
}
