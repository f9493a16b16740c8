// React in development records each element's stack and reports each render to the profiler. That takes a sixth of the
// time of screen tests, and no test reads it. Load this before React's renderer, which looks for the profiler once.

import * as React from 'react'

const hidden: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof hidden !== 'object' || hidden === null || !('recentlyCreatedOwnerStacks' in hidden))
  throw new Error('React keeps the number of its stacks elsewhere')

// React records no more than ten thousand stacks a second.
Object.defineProperty(hidden, 'recentlyCreatedOwnerStacks', { get: () => 10_001, set: () => {} })
Reflect.deleteProperty(console, 'timeStamp')
Reflect.deleteProperty(console, 'createTask')
