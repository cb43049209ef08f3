'use client'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { toast } from '#components/ui/toast.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import { COPY_FILES, COPY_FORMS, type CopyForm } from '#lib/owner/copy-form.ts'
import type { CopyFile } from '#lib/owner/export-customer.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'
import { adviceOn } from './messages.ts'
import { DATA_LABELS } from './settings-messages.ts'

/** Saves the member's data as a file, in the form of the button that was pressed. */
export function CopyButtons({
  copy,
}: {
  copy: (input: { form: CopyForm }) => Promise<Result<CopyFile, 'email-unverified'> | ActionFailure>
}) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    const chosen = COPY_FORMS.find((one) => one === formData.get('form')) ?? 'page'
    const answer = await callAction(copy, { form: chosen }).catch(lostCall)
    if (!answer.ok && answer.code === 'signed-out') {
      window.location.assign(loginPath(PATHS.ownData))
      return 'leaving'
    }
    if (!answer.ok) return setProblems({ title: DATA_LABELS.failed, advice: adviceOn(answer) })
    const { type, end } = COPY_FILES[chosen]
    saveFile(`my-data.${end}`, new Blob([answer.data.file], { type }))
    toast.success(DATA_LABELS.saved)
  })
  return (
    <form {...form}>
      <ErrorSummary problems={problems} />
      {COPY_FORMS.map((one) => (
        <Button key={one} type="submit" name="form" value={one} variant="quiet" pending={busy}>
          {DATA_LABELS[one]}
        </Button>
      ))}
    </form>
  )
}
