'use client'

import shared from '#components/owner/owner.module.css'
import styles from './content.module.css'
import { useEditorScope } from './editor-scope.ts'
import { type Input, listOf } from './input-values.ts'

/** Some of a few values. */
export function ChoicesInput({
  id,
  label,
  options,
  value,
  onChange,
}: Input & { options: readonly string[] }) {
  const { errors } = useEditorScope()
  const chosen = listOf(value)
  return (
    <fieldset className={styles.group} id={id} tabIndex={-1}>
      <legend>{label}</legend>
      {errors[id] === undefined ? null : <p className={styles.problem}>{errors[id]}</p>}
      <div className={styles.picks}>
        {options.map((option) => (
          <label key={option} className={shared.pick}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target: { checked } }) =>
                onChange((present) =>
                  options.filter((one) =>
                    one === option ? checked : listOf(present).includes(one),
                  ),
                )
              }
            />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
