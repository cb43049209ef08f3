import styles from '#components/owner/owner.module.css'

/** Asks whether goods go back to the stock, where their refund or return is settled; `yes` and `no` say what each means. */
export function RestockField({
  yes,
  no,
  isYes,
}: {
  yes: string
  no: string
  /** The answer that is chosen at first. */
  isYes: boolean
}) {
  return (
    <fieldset className={styles.question}>
      <legend>放回庫存？</legend>
      <label className={styles.pick}>
        <input type="radio" name="restock" value="yes" defaultChecked={isYes} />
        是，{yes}
      </label>
      <label className={styles.pick}>
        <input type="radio" name="restock" value="no" defaultChecked={!isYes} />
        否，{no}
      </label>
    </fieldset>
  )
}
