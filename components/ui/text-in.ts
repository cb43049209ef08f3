/** A reader of a form's text fields; empty for what is not there. */
export function textIn(form: FormData | null): (name: string) => string {
  return (name) => {
    const value = form?.get(name)
    return typeof value === 'string' ? value : ''
  }
}
