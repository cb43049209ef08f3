import styles from '#components/owner/owner.module.css'
import { CopyButton } from '#components/ui/copy-button.tsx'

// What proves that the goods were sent, to copy.
export function ShippingProof({ text, words }: { text: string; words: string }) {
  if (text === '') return null
  return (
    <>
      <p>
        {words} <CopyButton text={text} name="出貨證明" />
      </p>
      <pre className={styles.proof}>{text}</pre>
    </>
  )
}
