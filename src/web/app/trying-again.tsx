import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { stopTrying } from '#web/api/try-again.ts'
import { useTryingAgain } from '#web/api/use-trying-again.ts'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'

/** The notice below the header while a change is retried; Escape or its button stops it. */
export const TryingAgain = () => useTryingAgain() && <Notice />

function Notice() {
  const client = useQueryClient()
  const stop = () => stopTrying(client)
  // Escape closes a popup above the screen first.
  useCancelKey(true, () => {
    if (!document.querySelector('[role=dialog], [role=alertdialog]')) stop()
  })
  return (
    <div className="header-trying" data-popup>
      No connection. We keep trying. It will be saved only once.
      <Button
        size="compact-md"
        variant="default"
        // Keeps the cursor in the form.
        onMouseDown={(event) => event.preventDefault()}
        onClick={stop}
      >
        Stop trying
      </Button>
    </div>
  )
}
