import { useEffect } from 'react'

import { isMissingScript, loadAnewForScript } from '#components/ui/load-needed.ts'

/** Loads the document anew, once, where a page failed because a file of its script is gone, as after a deployment. */
export function useFreshScript(error: unknown): void {
  useEffect(() => {
    if (isMissingScript(error)) void loadAnewForScript()
  }, [error])
}
