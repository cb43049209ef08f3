import { MissingPage } from '#components/site/missing-page.tsx'
import { PATHS } from '#lib/site/paths.ts'

export default function ProductNotFound() {
  return (
    <MissingPage
      title="找不到商品或商品已下架"
      text="這件衣服不在架上。三秒後帶您回到首頁。"
      back={{ path: PATHS.home, label: '回到首頁' }}
      movesOn
    />
  )
}
