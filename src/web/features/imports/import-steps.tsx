const steps = [
  { name: 'file', words: 'File' },
  { name: 'columns', words: 'Columns' },
  { name: 'questions', words: 'Questions' },
  { name: 'check', words: 'Dry run' },
] as const

export type StepName = (typeof steps)[number]['name']

interface ImportStepsProps {
  readonly step: StepName
  /** Goes back to a step that is done; steps without it are only shown. */
  readonly open?: Readonly<Partial<Record<StepName, () => void>>>
}

/** The steps of an import, with the one that is at hand. */
export const ImportSteps = ({ step: current, open = {} }: ImportStepsProps) => (
  <nav className="import-steps" aria-label="The import, step by step">
    <ol>
      {steps.map(({ name, words }, place) => {
        const go = name === current ? undefined : open[name]
        const label = (
          <>
            <span className="import-steps-number">{place + 1}</span> {words}
          </>
        )
        return (
          <li key={name} aria-current={name === current ? 'step' : undefined}>
            {go ? (
              <button type="button" onClick={go}>
                {label}
              </button>
            ) : (
              <span>{label}</span>
            )}
          </li>
        )
      })}
    </ol>
  </nav>
)
