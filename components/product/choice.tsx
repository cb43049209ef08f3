import styles from './choice.module.css'

/** One of several options as a box: a native radio, so that arrow keys and forms work. */
export function Choice({
  group,
  value,
  chosen,
  unavailable,
  swatch,
  onChoose,
}: {
  group: string
  value: string
  chosen: boolean
  unavailable: boolean
  swatch?: string
  onChoose: (value: string) => void
}) {
  return (
    <label className={`${styles.choice} ${unavailable ? styles.unavailable : ''}`}>
      <input
        className="visually-hidden"
        type="radio"
        name={group}
        value={value}
        checked={chosen}
        onChange={() => onChoose(value)}
      />
      <span className={styles.box}>
        {swatch === undefined ? null : (
          <span className={styles.swatch} style={{ backgroundColor: swatch }} />
        )}
        {value}
      </span>
    </label>
  )
}
