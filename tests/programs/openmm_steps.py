"""A simulation of charged particles with OpenMM's OpenCL platform.

usage: openmm_steps.py STEPS; prints energies and a checksum of the positions
"""

import hashlib
import sys

import numpy as np
import openmm


def main(steps):
    system = openmm.System()
    force = openmm.NonbondedForce()
    force.setNonbondedMethod(openmm.NonbondedForce.CutoffPeriodic)
    force.setCutoffDistance(1.0)
    system.setDefaultPeriodicBoxVectors([4, 0, 0], [0, 4, 0], [0, 0, 4])
    places = np.stack(np.meshgrid(*[np.arange(8) / 2] * 3), -1).reshape(-1, 3)
    for number in range(len(places)):
        system.addParticle(39.9)
        force.addParticle(0.1 * (-1) ** number, 0.34, 0.99)
    system.addForce(force)
    integrator = openmm.VerletIntegrator(0.002)
    platform = openmm.Platform.getPlatformByName("OpenCL")
    context = openmm.Context(system, integrator, platform, {"OpenCLPlatformIndex": "0", "DeviceIndex": "0"})
    context.setPositions(places)
    for _ in range(steps):
        integrator.step(10)
        state = context.getState(getPositions=True, getEnergy=True)
        positions = state.getPositions(asNumpy=True)._value
        energy = state.getPotentialEnergy()._value
        print(hashlib.sha256(positions.tobytes()).hexdigest(), f"{energy:.3f}")  # its sum differs in later digits


main(int(sys.argv[1]))
