import { ButtonLink } from '#components/ui/button.tsx'
import { PATHS } from '#lib/routes/paths.ts'

export default function OrderNotFound() {
  return (
    <>
      <h2>找不到這筆訂單</h2>
      <p>這筆訂單不在您的帳號裡，或是網址不完整。</p>
      <p className="ways">
        <ButtonLink href={PATHS.orders}>我的訂單</ButtonLink>
      </p>
    </>
  )
}
