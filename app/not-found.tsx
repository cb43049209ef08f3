import type { Metadata } from 'next'

import { MissingHere } from '#components/failure/missing-here.tsx'
import { MissingState } from '#components/failure/missing-state.tsx'
import { SignInHere } from '#components/failure/sign-in-here.tsx'
import { PATHS } from '#lib/routes/paths.ts'

export const metadata: Metadata = { title: '找不到頁面' }

export default function NotFound() {
  return (
    <MissingHere>
      <MissingState
        title="找不到這個頁面"
        text="網址可能不完整；也可能是商品已下架，或文章已移走。"
        path={PATHS.home}
        back="回到首頁"
      >
        <SignInHere />
      </MissingState>
    </MissingHere>
  )
}
