import { buttonClass } from '#components/ui/button-class.ts'

import { FailureReference } from './failure-reference.tsx'

/** Error message with a way to try again. `reference` is the code that support finds it by. */
export default function ErrorState({
  reference,
  onRetry,
  text = '問題出在我們這邊，購物車的內容還在。',
}: {
  reference: string | undefined
  onRetry: () => void
  text?: string
}) {
  return (
    <div className="page missing">
      {/* A page whose title needs what could not be read has none of its own. */}
      <title>這一頁暫時打不開</title>
      <h1>這一頁暫時打不開</h1>
      <p>{text}</p>
      <FailureReference code={reference} />
      <p className="ways">
        <button type="button" className={buttonClass('primary')} onClick={onRetry}>
          再試一次
        </button>
        <a href="/">回到首頁</a>
      </p>
    </div>
  )
}
