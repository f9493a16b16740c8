// React in development notes the stack of each element and reports each render to the profiler. No test reads either, and
// they take a sixth of the time of the screen tests. Loaded before React's renderer, which looks for the profiler once.

import * as React from 'react'

const hidden: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof hidden !== 'object' || hidden === null || !('recentlyCreatedOwnerStacks' in hidden))
  throw new Error('React keeps the number of its stacks elsewhere')

// React notes no more of them in a second than ten thousand.
Object.defineProperty(hidden, 'recentlyCreatedOwnerStacks', { get: () => 10_001, set: () => {} })
Reflect.deleteProperty(console, 'timeStamp')
Reflect.deleteProperty(console, 'createTask')
