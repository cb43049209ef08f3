import type { Metadata } from 'next'

import { MissingHere } from '#components/failure/missing-here.tsx'
import { MissingState } from '#components/failure/missing-state.tsx'
import { SignInHere } from '#components/failure/sign-in-here.tsx'
import { BRAND } from '#lib/company/company.ts'
import { PATHS } from '#lib/routes/paths.ts'

// The page's own title, which the browser exchanges for that of a missing product or article.
export const metadata: Metadata = { title: { absolute: '' } }

export default function NotFound() {
  return (
    <MissingHere>
      <title>{`找不到頁面｜${BRAND}`}</title>
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
